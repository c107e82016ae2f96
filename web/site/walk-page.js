/** The hosted walk. */
import "./walk-core.js";
import "./site.js";
