/**
 * Shows the figure described by #figure in its frame, with the elements of the script. Runs after loader.js, and calls its functions.
 */
(() => {
  /** Reads numbers packed by packing.py: bytes, or float32 as the lowest bytes of all numbers, then their second bytes, and so on. */
  async function numbersOf({ shape, text, bytes: isBytes }) {
    const planes = await unpacked(text);
    if (isBytes) return { data: planes, shape };
    const data = new Float32Array(planes.length / 4);
    const bytes = new Uint8Array(data.buffer);
    for (let i = 0; i < bytes.length; i++) bytes[i] = planes[(i >> 2) + (i & 3) * data.length];
    return { data, shape };
  }

  const ownFrame = () => (parent !== window && isReachable(parent) ? window.frameElement : null);

  /** Keeps the frame as high as its content: directly if the page may be touched, else by a message to the page's listener. */
  function followHeight() {
    let told = 0;
    new ResizeObserver(() => {
      const height = Math.ceil(document.body.getBoundingClientRect().height);
      if (height === told || height === 0) return;
      told = height;
      const frame = ownFrame();
      if (frame) frame.style.height = `${height}px`;
      else if (parent !== window) parent.postMessage({ headscopeHeight: height }, "*");
    }).observe(document.body);
  }

  /** Sets the theme: the figure's own, or that of the page behind the frame, which can differ from the system's. */
  function followPaper() {
    const root = document.documentElement;
    if (figure.theme) root.style.colorScheme = figure.theme;
    else if (ownFrame()) root.style.colorScheme = isDarkBehind(ownFrame()) ? "dark" : "light";
  }

  /** Whether the first opaque background behind the frame is dark. Without any, the page is white. */
  function isDarkBehind(frame) {
    for (let at = frame; at; at = at.parentElement) {
      const { backgroundColor } = parent.getComputedStyle(at);
      const [red, green, blue, alpha = 1] = (backgroundColor.match(/[\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
      if (alpha > 0.5) return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
    }
    return false;
  }

  /** Attention of one layer. */
  function layerOf({ data, shape }, layer) {
    const [, ...one] = shape;
    const size = one.reduce((product, each) => product * each, 1);
    return { data: data.subarray(layer * size, (layer + 1) * size), shape: one };
  }

  /** Creates the element of a part, and the heading above it. */
  function shown({ tag, attributes = {}, properties = {}, numbers = {}, title = "" }, arrays, files) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    for (const [name, { of, layer }] of Object.entries(numbers))
      element[name] = layer === undefined ? arrays[of] : layerOf(arrays[of], layer);
    if (figure.parameters.length)
      element.parameters = Object.fromEntries(figure.parameters.map((name) => [name, arrays[name]]));
    Object.assign(element, files, figure.words, properties);
    const heading = Object.assign(document.createElement("h2"), { textContent: title, hidden: !title });
    return { element, heading };
  }

  /** Shows the head that is chosen in the maps of a layer in the first part, large. */
  function showLarge([large, ...layers]) {
    layers.forEach(({ element }, layer) =>
      element.addEventListener("headchange", ({ detail: { head } }) => {
        Object.assign(large.element, { layer, head });
        large.heading.textContent = `layer ${layer}, head ${head}`;
      }),
    );
  }

  /** Lets the patch that asks in the large head ask in the maps of the layers too. */
  function askTogether([large, ...layers]) {
    large.element.addEventListener("statechange", ({ detail: { changed } }) => {
      if (!changed.includes("token")) return;
      for (const { element } of layers) element.token = large.element.token;
    });
  }

  /** An object with the same names, and each value as `read` gives it. */
  async function readEach(values, read) {
    const pairs = Object.entries(values).map(async ([name, value]) => [name, await read(value)]);
    return Object.fromEntries(await Promise.all(pairs));
  }

  async function show() {
    followPaper();
    followHeight();
    const arrays = await readEach(figure.numbers, numbersOf);
    const files = await readEach(figure.files, unpacked);
    const parts = figure.parts.map((part) => shown(part, arrays, files));
    if (parts.length > 1) showLarge(parts);
    if (parts.length > 1 && parts[0].element.grid) askTogether(parts);
    document.body.append(...parts.flatMap(({ heading, element }) => [heading, element]));
  }

  show().catch((error) => say(`The figure could not be drawn: ${error.message}. ${figure.needs}`));
})();
