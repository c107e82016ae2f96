/** The explainer with the panels of the walk. */
import "./explainer-element.js";
import "./walk-panels.js";
