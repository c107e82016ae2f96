import { words } from "../kit/text/words.js";

/** Words of the gallery: those of an example have its name. */
export const GALLERY = words("gallery", {
  title: "Gallery",
  lead: "Eight figures as they stand in other places, each with its source to copy. Press a picture to use it.",
  scripts: "Where the scripts come from",
  own: "Make your own figure",
  press: "Press to use it",
  copy: "Copy",
  guide: "Guide",
  article: "In an article",
  articleWhat:
    "Links in the text select a head, the numbers come from the figure, and a question checks the reader’s answer.",
  lecture: "In a lecture",
  lectureWhat:
    "One link holds the pictures of a lesson. Arrow keys or a remote turn them, large on any projector.",
  notebook: "In a notebook",
  notebookWhat:
    "A layer, step by step, as the output of a cell. One more function shows the attention of your own model.",
  slide: "On a slide",
  slideWhat:
    "A figure in reveal.js. While it has the focus, it handles its own keys; all others turn the slides.",
  bug: "A bug that was found",
  bugWhat:
    "The command compares your arrays with the core, and names the step and the mistake. Press the button to see what this mistake does to the attention.",
  head: "A head of a language model",
  headWhat:
    "Layer 2, head 1 of the small model finds repeats: the second “cat” looks at “sat”, the piece after the first one. Change the sentence.",
  translation: "A translation",
  translationWhat:
    "Cross-attention of a small model that translates: each French word, in a row, looks at English words.",
  image: "An image",
  imageWhat:
    "Heads of a small vision transformer, over the picture that it reads. Press a patch to let it ask.",
});
