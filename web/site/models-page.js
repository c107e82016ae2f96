/** The hosted page with models of the hub. */
import "../elements/models.js";
import "./header.js";
