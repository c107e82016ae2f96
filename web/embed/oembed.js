import { inflate } from "./state/inflate.js";
import { inMarkup } from "./state/markup.js";

/**
 * Answers of an oEmbed provider (https://oembed.com) for pages with Headscope's figures: an iframe with the state of the page's address.
 *
 * @typedef {object} Rich  the answer for a page
 * @property {"1.0"} version
 * @property {"rich"} type
 * @property {"Headscope"} provider_name
 * @property {string} provider_url
 * @property {string} title
 * @property {number} width   of the iframe in px
 * @property {number} height  of the iframe in px
 * @property {string} html
 * @property {number} cache_age  in seconds
 *
 * @typedef {object} Limits
 * @property {string} site          address of the hosted pages
 * @property {number} [maxWidth]    in px
 * @property {number} [maxHeight]   in px
 */

const WIDTH = 960; // px
const HEIGHT = 800; // px; a higher figure scrolls
const DAY = 86400; // s
const MOST_UNPACKED = 2 ** 18; // bytes of a query, as the pages unpack

/** Weights that frame.html fetches from beside its modules; the page in one file does not have them. */
const FETCHED = ["language", "vision"];

/** The pages that an iframe can show, by file, with the view of the frame and the title. @type {Readonly<Record<string, { view: string, title: string }>>} */
export const EMBEDDABLE = {
  "index.html": { view: "walk", title: "Multi-head attention, step by step" },
  "heads.html": { view: "heads", title: "The heads of multi-head attention" },
  "models.html": { view: "models", title: "The heads of a language model" },
  "frame.html": { view: "", title: "Multi-head attention" },
};

/** Parameters of the hosted pages that a figure does not read. */
const OF_PAGES = ["present", "lab"];

/**
 * The answer for the address of a page.
 * @param {string} address
 * @param {Limits} limits
 * @returns {Rich | null} null for an address that is no page of the site with a figure: a provider answers 404
 */
export function oembed(address, { site, maxWidth = WIDTH, maxHeight = HEIGHT }) {
  const base = new URL(site.replace(/\/?$/, "/"));
  const asked = URL.canParse(address) ? new URL(address) : null;
  if (asked?.origin !== base.origin || !asked.pathname.startsWith(base.pathname)) return null;
  const file = asked.pathname.slice(base.pathname.length) || "index.html";
  if (!Object.hasOwn(EMBEDDABLE, file)) return null;
  const { view, title } = EMBEDDABLE[file];
  const query = new URLSearchParams(asked.search);
  const within = unpacked(query.get("z"));
  const named = (/** @type {string} */ name) => within.get(name) ?? query.get(name);
  if (named("model") !== null) return null; // of the hub, which frame.html does not ask
  for (const name of OF_PAGES) query.delete(name);
  if (view) query.set("view", view);
  const isFetched = named("view")?.startsWith("models") || FETCHED.includes(named("weights") ?? "");
  const frame = new URL(isFetched ? "frame.html" : "frame-standalone.html", base); // consumers put frames into a sandbox
  frame.search = String(query);
  const [width, height] = [Math.min(WIDTH, maxWidth), Math.min(HEIGHT, maxHeight)];
  return {
    version: "1.0",
    type: "rich",
    provider_name: "Headscope",
    provider_url: String(base),
    title,
    width,
    height,
    html: `<iframe src="${inMarkup(String(frame))}" width="${width}" height="${height}" frameborder="0" title="${inMarkup(title)}"></iframe>`,
    cache_age: DAY,
  };
}

/** The parameters in a packed query; the frame unpacks them again. @param {string | null} packed the parameter z, which packed-query.js of the hosted pages writes */
function unpacked(packed) {
  try {
    const letters = atob((packed ?? "").replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = inflate(
      Uint8Array.from(letters, (letter) => letter.charCodeAt(0)),
      MOST_UNPACKED,
    );
    return new URLSearchParams(new TextDecoder().decode(bytes));
  } catch {
    return new URLSearchParams(); // the pages show nothing of such a query either
  }
}

/**
 * The answer to a request of an oEmbed consumer, for a server or an edge function: `?url=…`, with `maxwidth`, `maxheight` and `format` as the
 * specification says.
 * @param {Request} request
 * @param {Pick<Limits, "site">} options
 * @returns {Response} status 400 without `url` or with invalid limits, 404 for other pages, 501 for another format than JSON
 */
export function oembedResponse(request, { site }) {
  const asked = new URL(request.url).searchParams;
  const address = asked.get("url");
  if (address === null) return refusal(400, "url is missing; expected ?url= and the address of a page");
  const format = asked.get("format") ?? "json";
  if (format !== "json") return refusal(501, `format is ${JSON.stringify(format)}; expected json`);
  /** @type {Partial<Limits>} */
  const limits = {};
  for (const [name, limit] of /** @type {const} */ ([
    ["maxwidth", "maxWidth"],
    ["maxheight", "maxHeight"],
  ])) {
    const text = asked.get(name);
    if (text === null) continue;
    if (!/^[1-9]\d{0,4}$/.test(text))
      return refusal(400, `${name} is ${JSON.stringify(text)}; expected a whole number of px, such as 600`);
    limits[limit] = Number(text);
  }
  const answer = oembed(address, { site, ...limits });
  return answer
    ? Response.json(answer, { headers: { "Access-Control-Allow-Origin": "*" } })
    : refusal(
        404,
        `url is ${JSON.stringify(address)}; expected a page of ${site} with a figure: ${Object.keys(EMBEDDABLE).join(", ")}`,
      );
}

/** @param {number} status @param {string} error */
const refusal = (status, error) =>
  Response.json({ error }, { status, headers: { "Access-Control-Allow-Origin": "*" } });
