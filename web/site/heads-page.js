/** The hosted page of the heads. */
import "../elements/hosted.js";
import { define } from "../kit/elements/define.js";
import { Heads } from "../elements/heads.js";
import { host } from "./site.js";

define("mha-heads", Heads);
host();
