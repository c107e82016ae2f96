/**
 * Shows the figure described by #figure in its frame, with the elements of the script. Runs after loader.js and unpack.js, and calls their
 * functions.
 */
(() => {
  /** Reads words of 32 bits from four planes of bytes. */
  function wordsOf(planes) {
    const count = planes.length / 4;
    const words = new Uint32Array(count);
    for (let i = 0; i < count; i++)
      for (let plane = 0; plane < 4; plane++) words[i] |= planes[i + plane * count] << (8 * plane);
    return words;
  }

  /** Reads float32 numbers packed by packing.py. */
  async function numbersOf({ shape, rows, ...packed }) {
    const planes = new Uint8Array(await unpacked(packed));
    const count = shape.reduce((product, size) => product * size, 1);
    const size = shape.at(-1);
    const left = rows ? count / size : 0; // rows, each without its largest number
    const ends = [4 * (count - left), 4 * count];
    const bits = wordsOf(planes.subarray(0, ends[0])).map((word) => (word >>> 1) | (word << 31));
    const kept = new Float32Array(bits.buffer);
    if (!rows) return { data: kept, shape };
    const places = wordsOf(planes.subarray(...ends));
    const differences = wordsOf(planes.subarray(ends[1]));
    return { data: withLargest(kept, size, places, differences), shape };
  }

  /** Inserts the largest number of each row: 1 less the other numbers, corrected by a difference of bits. */
  function withLargest(kept, size, places, differences) {
    const data = new Float32Array(kept.length + places.length);
    const bits = new Uint32Array(data.buffer);
    for (let row = 0; row < places.length; row++) {
      const [begin, place] = [row * size, places[row]];
      data.set(kept.subarray(begin - row, begin - row + place), begin);
      data.set(kept.subarray(begin - row + place, begin - row + size - 1), begin + place + 1);
      let total = 0;
      for (let i = 0; i < size; i++) if (i !== place) total += data[begin + i];
      data[begin + place] = Number.isFinite(total) ? 1 - total : 0;
      const zigzag = differences[row];
      bits[begin + place] += (zigzag >>> 1) ^ -(zigzag & 1);
    }
    return data;
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
  function shown({ tag, attributes = {}, properties = {}, numbers = {}, title = "" }, arrays) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    for (const [name, { of, layer }] of Object.entries(numbers))
      element[name] = layer === undefined ? arrays[of] : layerOf(arrays[of], layer);
    if (figure.parameters.length)
      element.parameters = Object.fromEntries(figure.parameters.map((name) => [name, arrays[name]]));
    Object.assign(element, figure.words, properties);
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

  async function show() {
    followPaper();
    followHeight();
    const names = Object.keys(figure.numbers);
    const read = await Promise.all(names.map((name) => numbersOf(figure.numbers[name])));
    const arrays = Object.fromEntries(names.map((name, i) => [name, read[i]]));
    const parts = figure.parts.map((part) => shown(part, arrays));
    if (parts.length > 1) showLarge(parts);
    document.body.append(...parts.flatMap(({ heading, element }) => [heading, element]));
  }

  show().catch((error) => say(`The figure could not be drawn: ${error.message}. ${figure.needs}`));
})();
