// How dist/custom-elements.json is written. What can be set is a table that no analysis of the sources can see through: it is added here.
import { SETTINGS } from "../../web/state/settings.js";
import { SAYS } from "../../web/text/settings.js";

/** What kinds are in TypeScript. @type {Record<import("../../web/state/settings.js").Kind, string>} */
const TYPES = {
  count: "number",
  fraction: "number",
  seed: "number",
  flag: "boolean",
  choice: "string",
  tokens: "readonly string[]",
};

/** @param {import("../../web/state/settings.js").Setting} row */
function described({ name, attribute, kind, default: value, choices }) {
  const text = kind === "choice" ? choices?.map((choice) => JSON.stringify(choice)).join(" | ") : TYPES[kind];
  return {
    name,
    attribute,
    fieldName: name,
    description: SAYS[/** @type {keyof typeof SAYS} */ (name)],
    default: JSON.stringify(value),
    type: { text },
  };
}

const settings = {
  name: "settings",
  /** @param {{ customElementsManifest: { modules: { declarations: any[] }[] } }} context */
  packageLinkPhase({ customElementsManifest: { modules } }) {
    const elements = modules.flatMap(({ declarations }) => declarations.filter(({ tagName }) => tagName));
    for (const element of elements) {
      // What the analyzer takes for more than it is: an event whose name is a variable, and state that no attribute sets.
      element.events = element.events?.filter((/** @type {{ name: string }} */ { name }) => name !== "type");
      element.attributes = element.attributes?.filter(
        (/** @type {{ name: string }} */ { name }) => name !== "more",
      );
      for (const { fieldName, ...row } of SETTINGS.map(described)) {
        const { name, attribute, ...about } = row;
        (element.members ??= []).push({ kind: "field", name, attribute, ...about });
        (element.attributes ??= []).push({ ...about, name: attribute, fieldName });
      }
    }
  },
};

export default { plugins: [settings] };
