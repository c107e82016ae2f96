/** All of French, as the package exports it; a page loads of it what it says. */
import page from "./index.js";
import labs from "./labs/index.js";
import learn from "./learn.js";
import train from "./train.js";

/** @type {import("../words.js").Locale} */
export default { ...page, ...train, ...labs, ...learn, parts: null };
