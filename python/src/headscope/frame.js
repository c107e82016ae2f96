/**
 * The program of a figure's frame. Its document holds what is shown (#figure, JSON) and, in one figure of a notebook, the packed script that
 * draws it (#script); the other figures get the text of that script from the page that holds them all.
 */
(async () => {
  const SECONDS = 3; // until a figure says that it still has no script
  const POLL = 150; // ms

  const figure = JSON.parse(document.getElementById("figure").textContent);
  const packed = document.getElementById("script");
  const { key } = figure;

  // ---- numbers and the script, as packing.py writes them

  /** Five letters of the alphabet are four bytes. */
  function bytesOf(text, count) {
    const digit = new Uint8Array(128);
    [...figure.alphabet].forEach((letter, i) => (digit[letter.charCodeAt(0)] = i));
    const bytes = new DataView(new ArrayBuffer((text.length / 5) * 4));
    for (let i = 0, at = 0; i < text.length; at += 4) {
      let word = 0;
      for (let k = 0; k < 5; k++) word = word * 85 + digit[text.charCodeAt(i++)];
      bytes.setUint32(at, word);
    }
    return new Uint8Array(bytes.buffer, 0, count);
  }

  async function inflated({ text, bytes }) {
    const stream = new Blob([bytesOf(text, bytes)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new Response(stream).arrayBuffer();
  }

  /** float32, whose bits were turned left by one and stand in four planes of bytes. */
  async function numbersOf({ shape, ...packed }) {
    const planes = new Uint8Array(await inflated(packed));
    const count = planes.length / 4;
    const words = new Uint32Array(count);
    for (let i = 0; i < count; i++) {
      const turned =
        planes[i] | (planes[i + count] << 8) | (planes[i + 2 * count] << 16) | (planes[i + 3 * count] << 24);
      words[i] = (turned >>> 1) | (turned << 31);
    }
    return { data: new Float32Array(words.buffer), shape };
  }

  // ---- one script for all figures

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

  /** Every frame of the page, whatever its origin. */
  function* framesBelow(page) {
    for (let i = 0; i < page.length; i++) {
      yield page[i];
      yield* framesBelow(page[i]);
    }
  }

  const isIsolated = window.origin === "null" && !(parent !== window && isReachable(parent));
  const page = meetingPage();
  const NAME = `headscope-${key}`;
  let script = null;

  /** A frame that touches no page asks the others, and takes an answer: it has nothing that another could steal. */
  addEventListener("message", ({ data, source }) => {
    if (data?.headscope !== key || !source) return;
    if (data.wants && script !== null) source.postMessage({ headscope: key, script }, "*");
    else if (typeof data.script === "string" && isIsolated) script ??= data.script;
  });

  async function findScript() {
    if (packed) {
      const bytes = await inflated({ text: packed.textContent, bytes: Number(packed.dataset.bytes) });
      script = new TextDecoder().decode(bytes);
      if (!isIsolated) page[NAME] = script;
      return;
    }
    const until = Date.now() + 1000 * SECONDS;
    while (script === null) {
      script = isIsolated ? null : (page[NAME] ?? null);
      if (script !== null) break;
      if (isIsolated) for (const each of framesBelow(top)) if (each !== window) each.postMessage({ headscope: key, wants: true }, "*");
      if (Date.now() > until) say(figure.lost);
      await new Promise((resolve) => setTimeout(resolve, POLL));
    }
    say("");
  }

  /** In place of the figure. */
  function say(text) {
    const place = document.getElementById("said") ?? document.body.appendChild(document.createElement("p"));
    place.id = "said";
    place.role = "alert";
    place.textContent = text;
    place.hidden = !text;
  }

  // ---- the frame in its page

  /** As high as its content: the frame itself where it may be touched, else by a message that the output listens to. */
  function followHeight() {
    let told = 0;
    new ResizeObserver(() => {
      const height = Math.ceil(document.body.getBoundingClientRect().height);
      if (height === told || height === 0) return;
      told = height;
      const frame = isReachable(parent) ? window.frameElement : null;
      if (frame) frame.style.height = `${height}px`;
      else if (parent !== window) parent.postMessage({ headscopeHeight: height }, "*");
    }).observe(document.body);
  }

  /** Dark where the page behind the frame is dark, which says nothing of the reader's system. */
  function followPaper() {
    const frame = parent !== window && isReachable(parent) ? window.frameElement : null;
    if (!frame || figure.theme) return;
    for (let at = frame; at; at = at.parentElement) {
      const [r, g, b, alpha = 1] = (parent.getComputedStyle(at).backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
      if (!(alpha > 0.5)) continue;
      document.documentElement.style.colorScheme = 0.299 * r + 0.587 * g + 0.114 * b < 128 ? "dark" : "light";
      return;
    }
    document.documentElement.style.colorScheme = "light"; // a page without a colour of its own is white
  }

  // ---- the elements

  function elementOf({ tag, attributes, properties, numbers, title }, all) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes ?? {})) element.setAttribute(name, value);
    for (const [name, { of, layer }] of Object.entries(numbers ?? {})) element[name] = layer === undefined ? all[of] : layerOf(all[of], layer);
    if (figure.parameters) element.parameters = Object.fromEntries(figure.parameters.map((name) => [name, all[name]]));
    Object.assign(element, properties ?? {});
    if (!title) return [element];
    const heading = document.createElement("h2");
    heading.textContent = title;
    return [heading, element];
  }

  /** One of several layers. */
  function layerOf({ data, shape }, layer) {
    const [, ...one] = shape;
    const size = one.reduce((product, each) => product * each, 1);
    return { data: data.subarray(layer * size, (layer + 1) * size), shape: one };
  }

  /** Of several layers' maps, what is chosen in one is shown large. */
  function showLarge(elements, large) {
    const maps = elements.filter((each) => each.localName === "mha-heatmap");
    maps.forEach((each, layer) =>
      each.addEventListener("headchange", ({ detail }) => {
        Object.assign(large, { layer, head: detail.head });
        for (const other of maps) if (other !== each) other.head = null;
      }),
    );
  }

  try {
    followPaper();
    followHeight();
    const names = Object.keys(figure.numbers);
    const [numbers] = await Promise.all([Promise.all(names.map((name) => numbersOf(figure.numbers[name]))), findScript()]);
    const all = Object.fromEntries(names.map((name, i) => [name, numbers[i]]));
    document.head.append(Object.assign(document.createElement("script"), { textContent: script }));
    const elements = figure.parts.flatMap((part) => elementOf(part, all));
    const large = elements.find((each) => each.localName === "mha-head");
    if (large && elements.length > 1) showLarge(elements, large);
    document.body.append(...elements);
  } catch (error) {
    say(`The figure could not be drawn: ${error.message}. It needs Chrome 123, Firefox 125 or Safari 17.5, or later.`);
  }
})();
