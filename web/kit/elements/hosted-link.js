/// <reference path="../site-address.d.ts" />
import { quoteValue } from "../text/quoted.js";
import { refused } from "../text/refusals.js";

/**
 * The link of a figure to the hosted page with the same state.
 *
 * @typedef {object} Hosted  the hosted page of a figure
 * @property {string} page   its file
 * @property {() => URLSearchParams} params  the state
 */

/** The address of the hosted pages, which the build states; empty if it knows none. */
const SITE = typeof HEADSCOPE_SITE === "string" ? HEADSCOPE_SITE : "";

/** The value of `link` that removes the link. */
const NONE = "none";

/** Whether this page is one of the hosted pages, whose own address has the state. */
const isHosted = () => document.querySelector('meta[name="application-name"][content="Headscope"]') !== null;

/** @param {string} text */
const isAddress = (text) => /^https?:\/\//.test(text) && URL.canParse(text);

/** The address of the hosted pages for a figure; empty for no link. @param {string} link the figure's attribute @returns {string} */
export function siteFor(link) {
  if (link) return isAddress(link) ? link.replace(/\/?$/, "/") : "";
  return isHosted() ? "" : SITE;
}

/** Message about an invalid `link`, if it is invalid. @param {string} link */
export const whyNoLink = (link) =>
  !link || link === NONE || isAddress(link) ? null : refused("no_link", { value: quoteValue(link) });

/** The address of a hosted page with a state, in a language. @param {string} site @param {Hosted} hosted @param {string} [lang] */
export function hostedAddress(site, { page, params }, lang) {
  const query = params();
  if (lang) query.set("lang", lang);
  return String(new URL(`${page}?${query}`, site));
}
