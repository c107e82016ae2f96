/**
 * A WebM file of one video track, in which a reader can seek.
 *
 * @typedef {object} Block  an encoded picture
 * @property {Uint8Array} data
 * @property {number} at      in ms
 * @property {boolean} isKey  whether it needs no picture before it; the first one is
 */

/** Ids of elements, as https://www.matroska.org/technical/elements.html names them. */
const ID = {
  EBML: 0x1a45dfa3,
  EBMLVersion: 0x4286,
  EBMLReadVersion: 0x42f7,
  EBMLMaxIDLength: 0x42f2,
  EBMLMaxSizeLength: 0x42f3,
  DocType: 0x4282,
  DocTypeVersion: 0x4287,
  DocTypeReadVersion: 0x4285,
  Segment: 0x18538067,
  Info: 0x1549a966,
  TimestampScale: 0x2ad7b1,
  Duration: 0x4489,
  MuxingApp: 0x4d80,
  WritingApp: 0x5741,
  Tracks: 0x1654ae6b,
  TrackEntry: 0xae,
  TrackNumber: 0xd7,
  TrackUID: 0x73c5,
  TrackType: 0x83,
  CodecID: 0x86,
  Video: 0xe0,
  PixelWidth: 0xb0,
  PixelHeight: 0xba,
  Cues: 0x1c53bb6b,
  CuePoint: 0xbb,
  CueTime: 0xb3,
  CueTrackPositions: 0xb7,
  CueTrack: 0xf7,
  CueClusterPosition: 0xf1,
  Cluster: 0x1f43b675,
  Timestamp: 0xe7,
  SimpleBlock: 0xa3,
};

const MS = 1_000_000; // ns in the unit of all times
const TRACK = 1;
const IS_VIDEO = 1;
const IS_KEY = 0x80;

/**
 * @param {readonly Block[]} blocks in order; key pictures stand at most 32 s apart, because a block counts its time from the key picture with 16 bits
 * @param {{ codec: string, width: number, height: number, length: number }} video  codec: its id in Matroska, such as V_VP8; length: in ms
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function webm(blocks, { codec, width, height, length }) {
  const clusters = clustersOf(blocks);
  const start = concatenate([
    element(ID.Info, [
      element(ID.TimestampScale, [uint(MS)]),
      element(ID.Duration, [float(length)]),
      element(ID.MuxingApp, [text("Headscope")]),
      element(ID.WritingApp, [text("Headscope")]),
    ]),
    element(ID.Tracks, [
      element(ID.TrackEntry, [
        element(ID.TrackNumber, [uint(TRACK)]),
        element(ID.TrackUID, [uint(TRACK)]),
        element(ID.TrackType, [uint(IS_VIDEO)]),
        element(ID.CodecID, [text(codec)]),
        element(ID.Video, [element(ID.PixelWidth, [uint(width)]), element(ID.PixelHeight, [uint(height)])]),
      ]),
    ]),
  ]);
  // Positions count from the first byte in the segment; the length of the cues does not depend on them.
  const first = start.length + cuesOf(clusters, 0).length;
  const segment = [start, cuesOf(clusters, first), ...clusters.map(({ bytes }) => bytes)];
  return concatenate([header(), element(ID.Segment, segment)]);
}

const header = () =>
  element(ID.EBML, [
    element(ID.EBMLVersion, [uint(1)]),
    element(ID.EBMLReadVersion, [uint(1)]),
    element(ID.EBMLMaxIDLength, [uint(4)]),
    element(ID.EBMLMaxSizeLength, [uint(8)]),
    element(ID.DocType, [text("webm")]),
    element(ID.DocTypeVersion, [uint(4)]),
    element(ID.DocTypeReadVersion, [uint(2)]),
  ]);

/** A cluster for each key picture and those after it. @param {readonly Block[]} blocks */
function clustersOf(blocks) {
  const starts = blocks.flatMap(({ isKey }, i) => (isKey ? [i] : []));
  return starts.map((from, i) => {
    const { at } = blocks[from];
    const inside = blocks.slice(from, starts[i + 1]).map((block) => simpleBlock(block, at));
    return { at, bytes: element(ID.Cluster, [element(ID.Timestamp, [uint(at)]), ...inside]) };
  });
}

/** @param {Block} block @param {number} since time of its cluster */
function simpleBlock({ data, at, isKey }, since) {
  const head = new DataView(new ArrayBuffer(4));
  head.setUint8(0, 0x80 | TRACK); // 0x80 marks a number of one byte
  head.setInt16(1, at - since);
  head.setUint8(3, isKey ? IS_KEY : 0);
  return element(ID.SimpleBlock, [new Uint8Array(head.buffer), data]);
}

/** Where each cluster begins. @param {readonly { at: number, bytes: Uint8Array }[]} clusters @param {number} first position of the first one */
function cuesOf(clusters, first) {
  let position = first;
  const points = clusters.map(({ at, bytes }) => {
    const place = [element(ID.CueTrack, [uint(TRACK)]), element(ID.CueClusterPosition, [uint(position)])];
    position += bytes.length;
    return element(ID.CuePoint, [element(ID.CueTime, [uint(at)]), element(ID.CueTrackPositions, place)]);
  });
  return element(ID.Cues, points);
}

/** @param {number} id @param {readonly Uint8Array[]} contents */
function element(id, contents) {
  const body = concatenate(contents);
  const size = uint(body.length);
  size[0] |= 0x10; // marks a length of four bytes
  return concatenate([uint(id).subarray(Math.clz32(id) >> 3), size, body]);
}

/** A number in four bytes, below 2²⁸ where it is a size. @param {number} value */
function uint(value) {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, value);
  return new Uint8Array(view.buffer);
}

/** @param {number} value */
function float(value) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return new Uint8Array(view.buffer);
}

/** @param {string} value */
const text = (value) => new TextEncoder().encode(value);

/** @param {readonly Uint8Array[]} parts */
function concatenate(parts) {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * A picture in the planes Y, U and V of BT.601 with limited range, which players assume for VP8; the lengths are even: the last row or column is
 * repeated if needed.
 * @param {{ data: Uint8ClampedArray, width: number, height: number }} picture  RGBA, opaque
 * @returns {{ data: Uint8Array<ArrayBuffer>, width: number, height: number }}
 */
export function i420(picture) {
  const [width, height] = [picture.width, picture.height].map((length) => 2 * Math.ceil(length / 2));
  const data = new Uint8Array((width * height * 3) / 2);
  const colour = (/** @type {number} */ x, /** @type {number} */ y) => {
    const at = 4 * (Math.min(y, picture.height - 1) * picture.width + Math.min(x, picture.width - 1));
    return /** @type {const} */ ([picture.data[at], picture.data[at + 1], picture.data[at + 2]]);
  };
  const [u, v] = [width * height, (width * height * 5) / 4];
  for (let y = 0; y < height; y += 2)
    for (let x = 0; x < width; x += 2) {
      const [sum, at] = [[0, 0, 0], (y * width) / 4 + x / 2];
      for (const [dx, dy] of SQUARE) {
        const [r, g, b] = colour(x + dx, y + dy);
        data[(y + dy) * width + x + dx] = Math.round(16 + (65.481 * r + 128.553 * g + 24.966 * b) / 255);
        [r, g, b].forEach((each, i) => (sum[i] += each / 4));
      }
      const [r, g, b] = sum;
      data[u + at] = Math.round(128 + (-37.797 * r - 74.203 * g + 112 * b) / 255);
      data[v + at] = Math.round(128 + (112 * r - 93.786 * g - 18.214 * b) / 255);
    }
  return { data, width, height };
}

const SQUARE = /** @type {const} */ ([
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
]);
