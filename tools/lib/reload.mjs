import { createServer } from "node:http";
import { serve } from "./server.mjs";

const EVENTS = "/~reload";
const SCRIPT = "/~reload.js";

const CODE = `new EventSource("${EVENTS}").onmessage = () => location.reload();
`;

/**
 * A server whose pages reload on demand. It adds a script to each page, and allows the script in the content policy.
 * @param {string[]} roots the first folder that contains a file serves it
 * @returns {{ server: import("node:http").Server, reload: () => void }} the server, not yet listening
 */
export function serveWithReload(roots) {
  const files = serve(roots, {}, `<script type="module" src="${SCRIPT}"></script>`);
  /** @type {Set<import("node:http").ServerResponse>} */
  const listeners = new Set();
  const server = createServer((request, response) => {
    if (request.url === EVENTS) {
      response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
      response.write(":\n\n");
      listeners.add(response);
      response.on("close", () => listeners.delete(response));
    } else if (request.url === SCRIPT) {
      response.writeHead(200, { "Content-Type": "text/javascript", "Cache-Control": "no-store" }).end(CODE);
    } else files.emit("request", request, response);
  });
  const reload = () => listeners.forEach((response) => response.write("data: reload\n\n"));
  return { server, reload };
}
