/** Words about how attention weights are coloured, and about the views of a head, in French. */

/** @type {import("./words.js").Translated<typeof import("./looks.js").LOOKS>} */
export const looks = {
  scale: "échelle :",
  scales: "Si les têtes partagent une échelle",
  oneForAll: "commune",
  oneEach: "une par tête",
  values: "valeurs :",
  logs: "Comment les couleurs suivent les poids",
  linear: "linéaire",
  log: "log",
  colours: "couleurs :",
  Colours: "Couleurs",
  colormaps: { blue: "bleu", viridis: "viridis", cividis: "cividis" },
  tabs: "Vues de la tête",
  views: { map: "carte", arcs: "arcs", products: "q · k", plane: "plan" },
  view: ({ head, view }) => `${head}, ${view}`,
};
