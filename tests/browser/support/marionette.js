import net from "node:net";

/**
 * A client of Marionette, Firefox's remote protocol. Messages are "<length in bytes>:<JSON>"; a command is
 * [0, id, name, parameters], and its answer is [1, id, error, result].
 * @param {number} port
 * @returns {Promise<{ send: (name: string, parameters?: object) => Promise<any>, close: () => void }>}
 */
export async function connectMarionette(port) {
  const socket = net.connect(port, "127.0.0.1");
  /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
  const waiting = new Map();
  let lastId = 0;
  const greeted = new Promise((resolve, reject) => {
    socket.once("error", reject);
    readMessages(socket, (message) => {
      if (!Array.isArray(message)) return resolve(message);
      const [, id, error, result] = message;
      const call = waiting.get(id);
      waiting.delete(id);
      if (error) call?.reject(new Error(`Firefox: ${error.error}: ${error.message}`));
      else call?.resolve(result?.value === undefined ? result : result.value);
    });
  });
  socket.once("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("Firefox closed the connection."));
  });
  await greeted;
  return {
    send(name, parameters = {}) {
      const id = ++lastId;
      const text = JSON.stringify([0, id, name, parameters]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
      return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
    },
    close: () => socket.destroy(),
  };
}

/**
 * @param {import("node:net").Socket} socket
 * @param {(message: any) => void} onMessage
 */
function readMessages(socket, onMessage) {
  let pending = Buffer.alloc(0);
  socket.on("data", (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    for (;;) {
      const colon = pending.indexOf(":");
      if (colon === -1) return;
      const end = colon + 1 + Number(pending.subarray(0, colon).toString());
      if (pending.length < end) return;
      onMessage(JSON.parse(pending.subarray(colon + 1, end).toString()));
      pending = pending.subarray(end);
    }
  });
}
