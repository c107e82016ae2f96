// Configuration of the analyzer that writes dist/custom-elements.json. A plugin keeps the public elements only, and adds the rows of the table of
// settings, which static analysis cannot read.
import {
  CUSTOM_PROPERTIES,
  LESSON_ELEMENTS,
  MODELS_ELEMENT,
  MODELS_PROPERTIES,
  OPENING_ELEMENT,
  OPENING_PROPERTIES,
  OTHER_REGIONS,
  OVER_IMAGES,
  OWN,
  PROPERTIES,
  REGIONS,
  TRAIN_ELEMENT,
  TRAIN_PROPERTIES,
} from "./reference.mjs";

/** @param {Record<string, string>} said by name */
const described = (said) => Object.entries(said).map(([name, description]) => ({ name, description }));

/** Properties of the elements that show no layer. @type {Record<string, typeof TRAIN_PROPERTIES>} */
const OWN_PROPERTIES = {
  [MODELS_ELEMENT[0]]: MODELS_PROPERTIES,
  [TRAIN_ELEMENT[0]]: TRAIN_PROPERTIES,
  [OPENING_ELEMENT[0]]: OPENING_PROPERTIES,
};

const settings = {
  name: "settings",
  /** @param {{ customElementsManifest: { modules: { declarations: any[], exports: { name: string }[] }[] } }} context */
  packageLinkPhase({ customElementsManifest: manifest }) {
    for (const module of manifest.modules) {
      module.declarations = module.declarations.filter(({ tagName }) => tagName);
      module.exports = module.exports.filter(({ name }) =>
        module.declarations.some((element) => element.name === name),
      );
    }
    manifest.modules = manifest.modules.filter(({ declarations }) => declarations.length > 0);
    for (const element of manifest.modules.flatMap(({ declarations }) => declarations)) {
      delete element.superclass; // an internal class
      element.members = element.members.filter(
        (/** @type {{ privacy?: string }} */ { privacy }) => privacy !== "private",
      );
      for (const described of [...element.members, ...(element.attributes ?? []), ...(element.events ?? [])])
        delete described.inheritedFrom;
      // Removes members that the analyzer reports by mistake: an event with a variable name, and state without an attribute.
      element.events = element.events?.filter((/** @type {{ name: string }} */ { name }) => name !== "type");
      element.attributes = element.attributes?.filter(
        (/** @type {{ name: string }} */ { name }) => !["more", "verdict"].includes(name),
      );
      element.cssProperties = described(CUSTOM_PROPERTIES);
      element.cssParts = described(OTHER_REGIONS[element.tagName] ?? REGIONS);
      if (element.tagName in LESSON_ELEMENTS) continue; // the sources of lesson elements document their attributes
      const properties = OWN_PROPERTIES[element.tagName] ?? PROPERTIES;
      const names = properties.map(({ attribute }) => attribute);
      element.attributes = element.attributes?.filter(
        (/** @type {{ name: string }} */ { name }) => !names.includes(name),
      );
      const isOverImages = OVER_IMAGES.elements.includes(element.tagName);
      const own = isOverImages
        ? OVER_IMAGES.attributes.map((name) => ({ name, attribute: name, ...OWN[name] }))
        : [];
      for (const { name, attribute, type, ...about } of [...properties, ...own]) {
        const typed = { ...about, type: { text: type } };
        element.members.push({ kind: "field", name, attribute, ...typed });
        (element.attributes ??= []).push({ ...typed, name: attribute, fieldName: name });
      }
    }
  },
};

export default { plugins: [settings], packagejson: false };
