// How dist/custom-elements.json is written. What can be set is a table that no analysis of the sources can see through: it is added here.
import {
  CUSTOM_PROPERTIES,
  LESSON_ELEMENTS,
  OTHER_REGIONS,
  PROPERTIES,
  REGIONS,
  TRAIN_ELEMENT,
  TRAIN_PROPERTIES,
} from "./reference.mjs";

/** @param {Record<string, string>} said by name */
const described = (said) => Object.entries(said).map(([name, description]) => ({ name, description }));

const settings = {
  name: "settings",
  /** @param {{ customElementsManifest: { modules: { declarations: any[] }[] } }} context */
  packageLinkPhase({ customElementsManifest: { modules } }) {
    const elements = modules.flatMap(({ declarations }) => declarations.filter(({ tagName }) => tagName));
    for (const element of elements) {
      // What the analyzer takes for more than it is: an event whose name is a variable, and state that no attribute sets.
      element.events = element.events?.filter((/** @type {{ name: string }} */ { name }) => name !== "type");
      element.attributes = element.attributes?.filter(
        (/** @type {{ name: string }} */ { name }) => !["more", "verdict"].includes(name),
      );
      element.cssProperties = described(CUSTOM_PROPERTIES);
      element.cssParts = described(OTHER_REGIONS[element.tagName] ?? REGIONS);
      if (element.tagName in LESSON_ELEMENTS) continue; // what they take stands in their sources
      const properties = element.tagName === TRAIN_ELEMENT[0] ? TRAIN_PROPERTIES : PROPERTIES;
      for (const { name, attribute, type, ...about } of properties) {
        const typed = { ...about, type: { text: type } };
        (element.members ??= []).push({ kind: "field", name, attribute, ...typed });
        (element.attributes ??= []).push({ ...typed, name: attribute, fieldName: name });
      }
    }
  },
};

export default { plugins: [settings] };
