/** The pages for teachers: the header, and the table of a class where a page has it. */
import { define } from "../kit/elements/define.js";
import { ClassTable } from "../teach/elements/class.js";
import { carryLast } from "./carry.js";
import "./header.js";

carryLast();

define("mha-class", ClassTable);
