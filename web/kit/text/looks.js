import { words } from "./words.js";

/** Words about how attention weights are coloured, and about the views of a head. */
export const LOOKS = words("looks", {
  scale: "scale",
  scales: "Whether heads share a scale",
  oneForAll: "one for all",
  oneEach: "one each",
  values: "values",
  logs: "How colours go with weights",
  linear: "linear",
  log: "log",
  colours: "colours",
  Colours: "Colours",
  colormaps: { blue: "blue", viridis: "viridis", cividis: "cividis" },
  tabs: "Views of the head",
  views: { map: "map", arcs: "arcs", text: "text", products: "q · k", plane: "plane" },
  /** @param {{ head: string, view: string }} what */
  view: ({ head, view }) => `${head}, ${view}`,
});
