import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { UserError } from "../../../tools/lib/user-error.mjs";

/** @import { Side } from "./side.js" */

/** Node, in a separate process. @param {string} [against] another checkout, which is built @returns {Promise<Side>} */
export async function openNode(against) {
  const script = fileURLToPath(new URL("./node-child.js", import.meta.url));
  const child = fork(script, against === undefined ? [] : [against], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  return {
    name: "Node",
    measure(name, quick, say) {
      return new Promise((resolve, reject) => {
        /** @param {any} message */
        const heard = (message) => {
          if (message.say) return say(message.say);
          stop();
          if (message.failure) reject(new UserError(`${name} in Node: ${message.failure}`));
          else resolve(message.result);
        };
        /** @param {number | null} code */
        const ended = (code) => {
          stop();
          reject(new UserError(`Node ended with code ${code} while it measured ${name}.`));
        };
        const stop = () => child.off("message", heard).off("exit", ended);
        child.on("message", heard).on("exit", ended);
        child.send({ name, quick });
      });
    },
    close: async () => {
      child.kill();
    },
  };
}
