/** The hosted page of the heads. */
import { define } from "../elements/base/define.js";
import { Heads } from "../elements/heads.js";
import "./site.js";

define("mha-heads", Heads);
