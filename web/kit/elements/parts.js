/** What a page can style as ::part(), in however many shadow roots it stands. */
export const PARTS =
  "sentence,token,controls,track,stage,words,code,memory,cost,heads,maps,head,save,still,canvas,caption";

/** Hands on the parts of what stands in it, where it stands in another element itself. @param {Element} host */
export const exportParts = (host) =>
  host.getRootNode() === host.ownerDocument || host.setAttribute("exportparts", PARTS);
