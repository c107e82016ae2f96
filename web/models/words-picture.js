import { words } from "../kit/text/words.js";

/** The picture that the model reads. */
export const MODEL_PICTURE = words("modelPicture", {
  picture: "picture",
  choose: "Choose a picture",
  /** @param {unknown} take a button */
  hint: (take) => ["or drop, paste or ", take, " one; it stays on this machine"],
  take: "take",
  nothingYet: "Choose, drop or paste a picture: what every head looks at in it appears here.",
  /** @param {string} name */
  drawn: (name) => `${name}, drawn on`,
  all: "Every head over the image",
  /** @param {string} query */
  sheet: (query) =>
    `The image with the weights of ${query} over it, small for every head. Press Enter, then choose a head with the arrow keys.`,
  press: "Press a head to see it large.",
  views: "Which weights lie over the image",
  draw: "Draw",
  tools: "Tools",
  tool: { patches: "paint out patches", pen: "draw", rub: "rub out" },
  colour: "colour of the pen",
  blank: "Empty sheet",
  undo: "As it was",
  how: {
    patches: "Press or drag over patches: the model reads them as black.",
    pen: "Draw on the picture: heads and classes follow.",
    rub: "Rub parts of it out: heads and classes follow.",
  },
  keys: "Another Enter uses the tool on the patch.",
  classes: "Classes; press one to ask which heads matter for it",
  noClasses: "The weights have no classifier: nothing is predicted.",
  textTower: "The text tower beside the vision tower is not read.",
  /** @param {number} layer */
  layer: (layer) => `layer ${layer}`,
  corner: "class",
  columns: ["probability"],
});

/** The camera's still. */
export const CAMERA = words("camera", {
  still: "camera",
  shoot: "Take the picture",
  close: "Close the camera",
  waiting: "Allow the camera where the browser asks.",
  preview: "What the camera sees",
  denied:
    "The browser gives this page no camera: it was refused here, in the browser's settings, or by the page around this one. Allow it beside the address and press again, or choose a file.",
  none: "This machine has no camera that the browser finds. Connect one and press again, or choose a file.",
  busy: "The camera could not be started; another program may be using it. Close that program and press again, or choose a file.",
  insecure:
    "Browsers give a camera to pages served over https or from this machine alone, and this one is neither. Choose a file.",
  /** @param {string} reason */
  other: (reason) => `The camera gave no picture: ${reason}. Press again, or choose a file.`,
});
