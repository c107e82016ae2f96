import "../elements/single-file.js";
import { NotebookView } from "./view.js";

/** @typedef {import("./view.js").Model} Model */

/**
 * The elements as a front-end module for anywidget, in notebooks. Traits have the names of attributes, with _ for -; `weights`,
 * `attention`, `input`, `image`, `grid`, `extra` and `state` are traits too.
 */
export default {
  /**
   * Shows a model in a cell; each view of the model is a figure.
   * @param {{ model: Model, el: HTMLElement }} cell
   * @returns {() => void} removes the figure
   */
  render({ model, el }) {
    const figure = document.createElement("mha-explainer");
    const note = document.createElement("p");
    note.role = "alert";
    note.hidden = true;
    const view = new NotebookView(model, figure, (troubles) => {
      note.hidden = !troubles.length;
      note.textContent = troubles.length ? `${troubles.join("; ")}.` : "";
    });
    el.append(figure, note);
    return () => {
      view.end();
      figure.remove();
      note.remove();
    };
  },
};
