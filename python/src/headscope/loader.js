/**
 * The first program in the frame of a figure. The document contains the description of the figure (#figure, JSON). One figure of a notebook
 * also contains the packed script (#script); the others get the text of the script from that figure.
 */

const figure = JSON.parse(document.getElementById("figure").textContent);

const isReachable = (frame) => {
  try {
    return Boolean(frame.document);
  } catch {
    return false; // of another origin
  }
};

/** The outermost page that this frame may touch. The figures of a notebook share it. */
function meetingPage() {
  let page = window;
  while (page.parent !== page && isReachable(page.parent)) page = page.parent;
  return page;
}

/** All frames of a page, of any origin. */
function* framesBelow(page) {
  for (let i = 0; i < page.length; i++) {
    yield page[i];
    yield* framesBelow(page[i]);
  }
}

/** Shows a message in place of the figure; hides it if the text is empty. */
function say(text) {
  const place = document.getElementById("said") ?? document.body.appendChild(document.createElement("p"));
  Object.assign(place, { id: "said", role: "alert", textContent: text, hidden: !text });
}

/** Reads bytes written by packing.py. */
async function unpacked(text) {
  try {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    throw new Error("its data was changed on the way; make the figure again, and serve its page unchanged");
  }
}

/** Waits for the text of the script. */
async function findScript() {
  const SECONDS = 3; // until the figure reports that the script is missing
  const POLL = 150; // ms
  const held = document.getElementById("script");
  const page = meetingPage();
  const isAlone = page === window && parent !== window;
  const { key } = figure;
  let script = null;
  // A frame that may touch no page asks all others, and trusts the answer: it holds no secrets and its policy forbids requests.
  addEventListener("message", ({ data, source }) => {
    if (data?.headscope !== key || !source) return;
    if (data.wants && script !== null) source.postMessage({ headscope: key, script }, "*");
    else if (isAlone && typeof data.script === "string") script ??= data.script;
  });
  if (held) {
    script = new TextDecoder().decode(await unpacked(held.textContent));
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
