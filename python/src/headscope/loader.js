/**
 * The first program of a figure's frame. Its document holds what is shown (#figure, JSON) and, in one figure of a notebook, the packed
 * script that shows it (#script) and unpack.js; the other figures get the text of that script from the page that holds them all.
 */

const figure = JSON.parse(document.getElementById("figure").textContent);

const isReachable = (frame) => {
  try {
    return Boolean(frame.document);
  } catch {
    return false; // of another origin
  }
};

/** The outermost page that this frame may touch: there the figures of one notebook meet. */
function meetingPage() {
  let page = window;
  while (page.parent !== page && isReachable(page.parent)) page = page.parent;
  return page;
}

/** Every frame of a page, whatever its origin. */
function* framesBelow(page) {
  for (let i = 0; i < page.length; i++) {
    yield page[i];
    yield* framesBelow(page[i]);
  }
}

/** In place of the figure. */
function say(text) {
  const place = document.getElementById("said") ?? document.body.appendChild(document.createElement("p"));
  Object.assign(place, { id: "said", role: "alert", textContent: text, hidden: !text });
}

/** The text of the script, once it is found. */
async function findScript() {
  const SECONDS = 3; // until a figure says that it still has none
  const POLL = 150; // ms
  const held = document.getElementById("script");
  const page = meetingPage();
  const isAlone = page === window && parent !== window;
  const { key } = figure;
  let script = null;
  // A frame that touches no page asks the other frames, and takes an answer: nothing is in it that another could steal, and it fetches nothing.
  addEventListener("message", ({ data, source }) => {
    if (data?.headscope !== key || !source) return;
    if (data.wants && script !== null) source.postMessage({ headscope: key, script }, "*");
    else if (isAlone && typeof data.script === "string") script ??= data.script;
  });
  if (held) {
    const bytes = await unpacked({ text: held.textContent, bytes: Number(held.dataset.bytes) });
    script = new TextDecoder().decode(bytes);
    if (!isAlone) page[`headscope-${key}`] = script;
  }
  const late = setTimeout(() => say(figure.lost), 1000 * SECONDS);
  while (script === null) {
    if (!isAlone) script = page[`headscope-${key}`] ?? null;
    else
      for (const each of framesBelow(top))
        if (each !== window) each.postMessage({ headscope: key, wants: true }, "*");
    if (script === null) await new Promise((resolve) => setTimeout(resolve, POLL));
  }
  clearTimeout(late);
  return script;
}

findScript().then(
  (text) => {
    say("");
    document.head.append(Object.assign(document.createElement("script"), { textContent: text }));
  },
  (error) => say(`The figure could not be drawn: ${error.message}. ${figure.needs}`),
);
