/** Names of the parts that pages can style with ::part(), through all shadow roots. */
export const PARTS =
  "sentence,token,controls,track,stage,words,beside,code,row,memory,cost,heads,maps,head,save,still,tour,canvas,caption";

/** Re-exports the parts of inner elements if the host is inside another element. @param {Element} host */
export const exportParts = (host) =>
  host.getRootNode() === host.ownerDocument || host.setAttribute("exportparts", PARTS);
