import { words } from "./words.js";

/** What the hosted pages say besides what stands in their markup. */
export const SITE = words("site", {
  share: "Share",
  copied: "Copied",
  link: "The link to what you see:",
});
