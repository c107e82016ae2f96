/** The pages for teachers: the header, and the table of a class where a page has it. */
import { define } from "../kit/elements/define.js";
import { ClassTable } from "../teach/elements/class.js";
import "./header.js";

define("mha-class", ClassTable);
