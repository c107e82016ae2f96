/**
 * Shows a figure in its frame: what #figure says, with the elements of the script that stands before this one. It runs after loader.js
 * and unpack.js, whose functions it calls.
 */
(() => {
  /** Words of 32 bits, whose bytes stand in four planes. */
  function wordsOf(planes) {
    const count = planes.length / 4;
    const words = new Uint32Array(count);
    for (let i = 0; i < count; i++)
      for (let plane = 0; plane < 4; plane++) words[i] |= planes[i + plane * count] << (8 * plane);
    return words;
  }

  /** float32, as packing.py packs them. */
  async function numbersOf({ shape, rows, ...packed }) {
    const planes = new Uint8Array(await unpacked(packed));
    const count = shape.reduce((product, size) => product * size, 1);
    const size = shape.at(-1);
    const left = rows ? count / size : 0; // numbers that are left out: one of each row
    const ends = [4 * (count - left), 4 * count];
    const bits = wordsOf(planes.subarray(0, ends[0])).map((word) => (word >>> 1) | (word << 31));
    const kept = new Float32Array(bits.buffer);
    if (!rows) return { data: kept, shape };
    const places = wordsOf(planes.subarray(...ends));
    const differences = wordsOf(planes.subarray(ends[1]));
    return { data: withLargest(kept, size, places, differences), shape };
  }

  /** Rows that sum to 1, each with its largest number, which is what the others leave of 1 but for its last bits. */
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

  /** As high as its content: the frame itself where it may be touched, else by a message that the output listens to. */
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

  /** Dark where the page behind the frame is dark, which the reader's system need not be. */
  function followPaper() {
    const root = document.documentElement;
    if (figure.theme) root.style.colorScheme = figure.theme;
    else if (ownFrame()) root.style.colorScheme = isDarkBehind(ownFrame()) ? "dark" : "light";
  }

  /** A page without a colour of its own is white. */
  function isDarkBehind(frame) {
    for (let at = frame; at; at = at.parentElement) {
      const { backgroundColor } = parent.getComputedStyle(at);
      const [red, green, blue, alpha = 1] = (backgroundColor.match(/[\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
      if (alpha > 0.5) return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
    }
    return false;
  }

  /** One of several layers. */
  function layerOf({ data, shape }, layer) {
    const [, ...one] = shape;
    const size = one.reduce((product, each) => product * each, 1);
    return { data: data.subarray(layer * size, (layer + 1) * size), shape: one };
  }

  /** A part and the heading above it. */
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

  /** The head that is chosen in one layer's maps is shown large. */
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
