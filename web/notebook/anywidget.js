import "../elements/single-file.js";
import { NotebookView } from "./view.js";

/** @typedef {import("./view.js").Model} Model */

/**
 * The elements as a front-end module of anywidget's, for notebooks: traits named as the attributes are, with _ for -, and `weights`,
 * `attention`, `input` and `state` beside them.
 */
export default {
  /**
   * Shows a model in a cell; each of its views is a figure.
   * @param {{ model: Model, el: HTMLElement }} cell
   * @returns {() => void} takes it away again
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
