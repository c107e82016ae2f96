/**
 * Custom messages from a notebook, and their answers: { get: "state" | "tensor" | "svg" | "png" | "csv" }, { set: state } and { act: link
 * }. If a model has several views, the first one answers.
 *
 * @typedef {import("./traits.js").Figure} Figure
 * @typedef {{ content: Record<string, any>, buffers?: (ArrayBuffer | ArrayBufferView)[] }} Answer
 */

/** @type {Readonly<Record<string, (figure: Figure, message: Record<string, any>) => Promise<Answer>>>} */
const GETS = {
  state: async (figure) => ({ content: { state: figure.state } }),
  tensor: async (figure, { step = figure.step }) => {
    const { data, shape } = await figure.getTensor(step);
    return { content: { tensor: { step, shape, dtype: "float32" } }, buffers: [data] };
  },
  svg: async (figure, { width }) => ({ content: { svg: await figure.toSVG({ width }) } }),
  png: async (figure, { width, scale }) => {
    const picture = await figure.toBlob({ width, scale });
    return { content: { png: picture.type }, buffers: [await picture.arrayBuffer()] };
  },
  csv: async (figure) => ({ content: { csv: await figure.toCSV() } }),
};

/** Messages that a view has answered or is answering. @type {WeakSet<object>} */
const answered = new WeakSet();

/** @param {any} message @param {Figure} figure @param {{ send: (content: any, callbacks?: any, buffers?: any[]) => void }} model */
export async function answerTo(message, figure, model) {
  if (message === null || typeof message !== "object" || answered.has(message)) return;
  const asks = ["get", "set", "act"].some((name) => name in message);
  if (!asks) return;
  answered.add(message);
  const of = message.id === undefined ? {} : { id: message.id };
  try {
    const { content, buffers = [] } = await answer(figure, message);
    model.send({ ...of, ...content }, undefined, buffers);
  } catch (error) {
    model.send({ ...of, error: /** @type {Error} */ (error).message });
  }
}

/** @param {Figure} figure @param {Record<string, any>} message @returns {Promise<Answer>} */
async function answer(figure, message) {
  if ("set" in message) figure.state = message.set;
  else if ("act" in message) figure.act(String(message.act));
  else if (Object.hasOwn(GETS, message.get)) {
    await figure.loaded();
    return GETS[message.get](figure, message);
  } else
    throw new TypeError(
      `get ${JSON.stringify(message.get)?.slice(0, 40)} is none of ${Object.keys(GETS).join(", ")}`,
    );
  return { content: { state: figure.state } };
}
