import { contextOf, isPicked, spellings } from "./item.mjs";
import { escaped } from "../../web/kit/text/escaped.js";

/**
 * Questions as a content package of IMS Question and Test Interoperability 2.1 (https://www.imsglobal.org/question/): one item a file, a
 * test with a section for each chapter, and the manifest.
 *
 * @typedef {import("./item.mjs").Item} Item
 * @typedef {import("./item.mjs").Group} Group
 */

const QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1";
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** @param {readonly Group[]} groups @returns {Record<string, string>} by path in the package */
export function qtiFiles(groups) {
  const items = groups.flatMap((group) => group.items);
  return {
    "imsmanifest.xml": manifest(items),
    "test.xml": test(groups),
    ...Object.fromEntries(items.map((item) => [fileOf(item), itemXML(item)])),
  };
}

/** @param {Item} item */
const fileOf = ({ id }) => `items/${id}.xml`;

/** @param {readonly Item[]} items */
const manifest = (
  items,
) => `${HEAD}<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" identifier="headscope">
  <metadata><schema>QTIv2.1 Package</schema><schemaversion>1.0.0</schemaversion></metadata>
  <organizations/>
  <resources>
    <resource identifier="test" type="imsqti_test_xmlv2p1" href="test.xml"><file href="test.xml"/>
${items.map(({ id }) => `      <dependency identifierref="${escaped(id)}"/>`).join("\n")}
    </resource>
${items
  .map((item) => {
    const file = escaped(fileOf(item));
    return `    <resource identifier="${escaped(item.id)}" type="imsqti_item_xmlv2p1" href="${file}"><file href="${file}"/></resource>`;
  })
  .join("\n")}
  </resources>
</manifest>
`;

/** @param {readonly Group[]} groups */
const test = (
  groups,
) => `${HEAD}<assessmentTest xmlns="${QTI}" identifier="course" title="Multi-head attention">
  <testPart identifier="part" navigationMode="nonlinear" submissionMode="individual">
${groups
  .map(
    ({
      name,
      title,
      items,
    }) => `    <assessmentSection identifier="section-${escaped(name)}" title="${escaped(title)}" visible="true">
${items.map((item) => `      <assessmentItemRef identifier="${escaped(item.id)}" href="${escaped(fileOf(item))}"/>`).join("\n")}
    </assessmentSection>`,
  )
  .join("\n")}
  </testPart>
</assessmentTest>
`;

/** An answer with the outcome that it leads to. @typedef {{ value: string, feedback: string, why: string, right: boolean }} Reply */

/** @param {Item} item */
function itemXML(item) {
  const replies = repliesOf(item);
  const explained = replies.filter(({ right, why }) => !right && why);
  const wrong = new Map(explained.map(({ feedback, why }) => [feedback, why])); // one for all spellings of an answer
  const type = isPicked(item) ? "identifier" : item.kind === "number" ? "float" : "string";
  return `${HEAD}<assessmentItem xmlns="${QTI}" identifier="${escaped(item.id)}" title="${escaped(item.id)}" adaptive="false" timeDependent="false">
  <responseDeclaration identifier="RESPONSE" cardinality="single" baseType="${type}">
    <correctResponse><value>${escaped(replies[0].value)}</value></correctResponse>
  </responseDeclaration>
  <outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"><defaultValue><value>0</value></defaultValue></outcomeDeclaration>
  <outcomeDeclaration identifier="FEEDBACK" cardinality="single" baseType="identifier"/>
  <itemBody>
    ${isPicked(item) ? "" : `<p>${escaped(item.asks)}</p>\n    `}<p>${escaped(contextOf(item))}</p>
    ${isPicked(item) ? choiceInteraction(item) : '<p><textEntryInteraction responseIdentifier="RESPONSE" expectedLength="20"/></p>'}
  </itemBody>
  <responseProcessing>
    <responseCondition>
${replies.map((reply, i) => branch(item, reply, i === 0)).join("\n")}
    </responseCondition>
  </responseProcessing>
  ${modal("right", item.why)}
${[...wrong].map(([feedback, why]) => `  ${modal(feedback, `${why} ${item.why}`)}\n`).join("")}</assessmentItem>
`;
}

/** All known answers, the right ones first. @param {Item} item @returns {Reply[]} */
function repliesOf(item) {
  const of = (
    /** @type {string} */ value,
    /** @type {boolean} */ right,
    /** @type {string} */ why,
    /** @type {number} */ i,
  ) => ({
    ...{ value, right, why, feedback: right ? "right" : `wrong${i}` },
  });
  if (isPicked(item))
    return item.choices
      .map(({ right, why }, i) => of(`choice${i}`, right, why, i))
      .sort((a, b) => Number(b.right) - Number(a.right));
  return [
    ...spellings(item, item.typed).map((value) => of(value, true, "", 0)),
    ...item.wrong.flatMap(({ typed: text, why }, i) =>
      spellings(item, text).map((value) => of(value, false, why, i)),
    ),
  ];
}

/** @param {Item} item */
const choiceInteraction = (
  item,
) => `<choiceInteraction responseIdentifier="RESPONSE" shuffle="${item.kind === "choice"}" maxChoices="1">
      <prompt>${escaped(item.asks)}</prompt>
${item.choices
  .map(({ text }, i) => {
    const shown =
      item.kind === "line" ? `<code>${escaped(text).replaceAll(" ", "\u00a0")}</code>` : escaped(text);
    return `      <simpleChoice identifier="choice${i}">${shown}</simpleChoice>`;
  })
  .join("\n")}
    </choiceInteraction>`;

/** @param {Item} item @param {Reply} reply @param {boolean} first */
function branch(item, { value, right, feedback }, first) {
  const name = first ? "responseIf" : "responseElseIf";
  const given = '<variable identifier="RESPONSE"/>';
  const base = (/** @type {string} */ type) => `<baseValue baseType="${type}">${escaped(value)}</baseValue>`;
  const test =
    item.kind === "number"
      ? `<equal toleranceMode="absolute" tolerance="${item.within} ${item.within}">${given}${base("float")}</equal>`
      : isPicked(item)
        ? `<match>${given}${base("identifier")}</match>`
        : `<stringMatch caseSensitive="false">${given}${base("string")}</stringMatch>`;
  const score = `<setOutcomeValue identifier="SCORE"><baseValue baseType="float">${right ? 1 : 0}</baseValue></setOutcomeValue>`;
  const told = `<setOutcomeValue identifier="FEEDBACK"><baseValue baseType="identifier">${feedback}</baseValue></setOutcomeValue>`;
  return `      <${name}>${test}${score}${told}</${name}>`;
}

/** @param {string} identifier @param {string} text */
const modal = (identifier, text) =>
  `<modalFeedback outcomeIdentifier="FEEDBACK" showHide="show" identifier="${identifier}"><p>${escaped(text)}</p></modalFeedback>`;
