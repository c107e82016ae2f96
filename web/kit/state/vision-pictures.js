/** Classes of the model of pictures, in the order of its answers. */
const CLASSES = [
  ...["T-shirt", "trousers", "pullover", "dress", "coat"],
  ...["sandal", "shirt", "sneaker", "bag", "ankle boot"],
];

const EACH = 4; // pictures of a class

/** @param {readonly string[]} classes @returns {string[]} names of the pictures, class by class: bag, bag 2, bag 3, bag 4 */
const namesOf = (classes) =>
  classes.flatMap((name) => Array.from({ length: EACH }, (_, i) => (i ? `${name} ${i + 1}` : name)));

/** Names of the forty pictures that come with the model of pictures. */
export const VISION_PICTURES = Object.freeze(namesOf(CLASSES));

/**
 * Names of the pictures in another language.
 * @param {readonly string[]} classes in the order of the model's answers @returns {Readonly<Record<string, string>>} by English name
 */
export function picturesNamed(classes) {
  const names = namesOf(classes);
  return Object.fromEntries(VISION_PICTURES.map((picture, i) => [picture, names[i]]));
}
