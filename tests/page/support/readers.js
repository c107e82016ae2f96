import { array, at, concatenate, map, matmul, repeat, reshape, softmax, tile, transpose } from "./arrays.js";

/**
 * A reader's multi-head attention, with the mistakes that readers make: an oracle for the checker, in plain JavaScript.
 *
 * @typedef {import("./arrays.js").Nd} Nd
 *
 * @typedef {object} Options
 * @property {number} B @property {number} T @property {number} H @property {number} d  features of a head
 * @property {number} [kv]  heads of keys and values
 * @property {number} [keys]  tokens of another input for keys and values
 * @property {number} [past]  cached tokens
 * @property {number} [wide]  d_model, if it is not H·d
 * @property {boolean} [bias] @property {boolean} [causal] @property {boolean} [padded]
 * @property {"half" | "interleaved"} [rope] @property {number} [fraction] @property {number} [ropeBase]
 * @property {boolean} [alibi] @property {number} [window]  keys up to the query's own @property {number} [softcap] @property {boolean} [sinks] @property {boolean} [norm]
 * @property {number} [scale] @property {"blocked" | "added"} [mask]  an attn_mask
 * @property {boolean} [latent]
 * @property {"f4" | "f8" | "f2"} [dtype]
 *
 * @typedef {Record<string, any>} Code  the functions of the reader's code, of which a mistake replaces some
 * @typedef {(options: Options & { dModel: number }, p: Record<string, Nd>) => Code} Slip
 */

/** Uniform numbers in ±1 from a seed. @param {number} seed */
export function numbersFrom(seed) {
  let state = (seed * 2654435761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 31 - 1;
  };
}

/** @type {Readonly<Record<string, (value: number) => number>>} */
const ROUND = {
  f4: Math.fround,
  f8: (value) => value,
  f2: (value) => {
    if (!Number.isFinite(value)) return value;
    const big = 2 ** 42 * value;
    const near = big + value - big; // 11 bits of 53
    const tiny = value + 1.5 * 2 ** 28 - 1.5 * 2 ** 28; // multiples of 2^-24
    const rounded = Math.abs(value) < 2 ** -14 ? tiny : near;
    return Math.abs(rounded) > 65504 ? Math.sign(value) * Infinity : rounded;
  },
};

/** Random inputs and weights. @param {Options} options @param {number} seed @returns {Record<string, Nd>} */
export function inputsOf(
  { B, T, H, d, kv = H, keys, past = 0, wide, bias = true, padded, sinks, norm, mask, latent, dtype = "f4" },
  seed,
) {
  const next = numbersFrom(seed);
  const cast = ROUND[dtype];
  const random = (/** @type {number[]} */ shape, size = 1) => array(shape, () => cast(size * next()));
  const dModel = wide ?? H * d;
  const [width, narrow] = [H * d, kv * d];
  const Tk = (keys ?? T) + past;
  const dR = 4 * Math.ceil(d / 8); // two pairs at least, so that the styles of pairs differ
  const rank = d + 1;
  const size = 1.8 / Math.sqrt(dModel / 4);
  /** @type {Record<string, Nd>} */
  const p = { x: random([B, T, dModel], 1.5) };
  if (keys !== undefined) [p.key, p.value] = [random([B, keys, dModel]), random([B, keys, dModel])];
  Object.assign(p, {
    wQ: random([dModel, latent ? H * (d + dR) : width], size),
    wK: random([latent ? rank : dModel, narrow], size),
    wV: random([latent ? rank : dModel, narrow], size),
    wO: random([width, dModel], size),
  });
  if (latent) [p.wDKV, p.wKR] = [random([dModel, rank], size), random([dModel, dR], size)];
  if (bias && !latent)
    for (const [name, wide] of /** @type {const} */ ([
      ["bQ", width],
      ["bK", narrow],
      ["bV", narrow],
      ["bO", dModel],
    ]))
      p[name] = random([wide], 0.6);
  if (past) [p.past_key, p.past_value] = [random([B, kv, past, d]), random([B, kv, past, d])];
  if (sinks) p.sinks = random([H]);
  if (norm)
    [p.q_norm, p.k_norm] = [
      map(random([d]), (x) => cast(1 + x / 2)),
      map(random([d]), (x) => cast(1 + x / 2)),
    ];
  // The first item is whole, the others end in padding of different lengths.
  if (padded) p.key_padding_mask = array([B, Tk], ([b, j]) => Number(j >= Tk - (((b % B) * 2) % Tk)));
  if (mask === "added") p.attn_mask = array([T, Tk], ([i, j]) => ((i * 3 + j) % 4 === 0 ? cast(next()) : 0));
  if (mask === "blocked")
    p.attn_mask = array([T, Tk], ([i, j]) => Number((i * 3 + j * 5) % 4 === 1 && j > 0));
  return p;
}

/** Each pair of features, turned by its position. @param {Nd} x  (B, heads, T, d) @param {Options} options @param {number} first @param {(index: number[]) => number} [place] */
export function rotate(x, { rope, fraction = 1, ropeBase = 10000 }, first, place = ([, , t]) => first + t) {
  const n = Math.floor(fraction * x.shape[3]);
  return array(x.shape, (index) => {
    const f = index[3];
    const [b, h, t] = index;
    if (f >= n) return at(x, index);
    const pair = rope === "half" ? f % (n / 2) : Math.floor(f / 2);
    const isFirst = rope === "half" ? f < n / 2 : f % 2 === 0;
    const other = rope === "half" ? (isFirst ? f + n / 2 : f - n / 2) : isFirst ? f + 1 : f - 1;
    const angle = place(index) / Math.pow(ropeBase, (2 * pair) / n);
    return at(x, index) * Math.cos(angle) + (isFirst ? -1 : 1) * at(x, [b, h, t, other]) * Math.sin(angle);
  });
}

/** Slopes of ALiBi, as its authors compute them. @param {number} n @returns {number[]} */
function slopesOf(n) {
  const power = 2 ** Math.floor(Math.log2(n));
  const start = 2 ** -(2 ** -(Math.log2(power) - 3));
  const own = Array.from({ length: power }, (_, i) => start * start ** i);
  return power === n ? own : [...own, ...slopesOf(2 * power).filter((_, i) => i % 2 === 0)].slice(0, n);
}

/**
 * The right code. Each function takes arrays and gives arrays, as the lines of a reader's module do.
 * @param {Options & { dModel: number }} o @param {Record<string, Nd>} p @returns {Code}
 */
const rightCode = (o, p) => {
  const { B, T, H, d, kv = H, past = 0 } = o;
  const linear = (/** @type {Nd} */ x, /** @type {string} */ name) => {
    const y = matmul(x, p[`w${name}`]);
    return p[`b${name}`] ? map(y, (value, index) => value + p[`b${name}`].data[index[2]]) : y;
  };
  const Tk = (o.keys ?? T) + past;
  const first = Tk - T;
  return {
    linear,
    project: (/** @type {Record<"q" | "k" | "v", Nd>} */ x) => ({
      q: linear(x.q, "Q"),
      k: linear(x.k, "K"),
      v: linear(x.v, "V"),
    }),
    split: (/** @type {Nd} */ y, /** @type {number} */ heads) =>
      transpose(reshape(y, y.shape[0], y.shape[1], heads, -1), 0, 2, 1, 3),
    turnQ: (/** @type {Nd} */ q) => rotate(q, o, first),
    turnK: (/** @type {Nd} */ k) => rotate(k, o, past),
    groupK: (/** @type {Nd} */ k) => repeat(k, H / kv),
    groupV: (/** @type {Nd} */ v) => repeat(v, H / kv),
    score: (/** @type {Nd} */ q, /** @type {Nd} */ k) => matmul(q, transpose(k, 0, 1, 3, 2)),
    scale: (/** @type {Nd} */ s, /** @type {number} */ width) =>
      map(s, (value) => value * (o.scale ?? 1 / Math.sqrt(width))),
    alibi: (/** @type {Nd} */ s) =>
      map(s, (value, [, h, i, j]) => value - slopesOf(H)[h] * Math.abs(i + first - j)),
    isFuture: (/** @type {number} */ i, /** @type {number} */ j) => j > i + first,
    isOutside: (/** @type {number} */ i, /** @type {number} */ j) =>
      j <= i + first - Number(o.window) || j > i + first,
    isPadding: (/** @type {number[]} */ [b, , , j]) =>
      Boolean(p.key_padding_mask && at(p.key_padding_mask, [b, j])),
    isMasked: (/** @type {number[]} */ [, , i, j]) =>
      o.mask === "blocked" && Boolean(at(p.attn_mask, [i, j])),
    blocked(/** @type {number[]} */ index) {
      const [, , i, j] = index;
      return (
        (o.causal && this.isFuture(i, j)) ||
        (o.window !== undefined && this.isOutside(i, j)) ||
        this.isPadding(index) ||
        this.isMasked(index)
      );
    },
    fill: -Infinity,
    mask(/** @type {Nd} */ s) {
      const added = o.mask === "added" ? map(s, (value, [, , i, j]) => value + at(p.attn_mask, [i, j])) : s;
      return map(added, (value, index) => (this.blocked(index) ? this.fill : value));
    },
    soften: (/** @type {Nd} */ s) => softmax(s, -1, o.sinks ? ([, h]) => p.sinks.data[h] : null),
    merge: (/** @type {Nd} */ context) => reshape(transpose(context, 0, 2, 1, 3), B, T, H * d),
    out: (/** @type {Nd} */ y) => linear(y, "O"),
  };
};

/**
 * Runs a reader's code, and saves every array, as a file's arrays by name.
 * @param {Options} given @param {Record<string, Nd>} p @param {Slip | null} [slip]
 * @returns {Record<string, Nd>} results
 */
export function runOf(given, p, slip = null) {
  const o = { ...given, dModel: p.x.shape[2] };
  const { H, d, kv = H, dtype = "f4" } = o;
  const code = { ...rightCode(o, p), ...slip?.(o, p) };
  const cast = (/** @type {Nd} */ a) => map(a, ROUND[dtype]);
  const latent = o.latent ? cast(matmul(p.x, p.wDKV)) : null;
  const flat = code.project({ q: p.x, k: latent ?? p.key ?? p.x, v: latent ?? p.value ?? p.x });
  const [q0, k0, v] = [
    code.split(cast(flat.q), H),
    code.split(cast(flat.k), kv),
    code.split(cast(flat.v), kv),
  ];
  let [q, k] = [q0, k0];
  if (o.norm) {
    const norm = (/** @type {Nd} */ x, /** @type {Nd} */ gain) =>
      map(x, (value, [b, h, t, f]) => {
        let sum = 0;
        for (let i = 0; i < d; i++) sum += at(x, [b, h, t, i]) ** 2;
        return (value / Math.sqrt(sum / d + 1e-6)) * gain.data[f];
      });
    [q, k] = [cast(norm(q, p.q_norm)), cast(norm(k, p.k_norm))];
  }
  if (o.latent) {
    const part = (/** @type {Nd} */ x, /** @type {number} */ from, /** @type {number} */ to) =>
      array([...x.shape.slice(0, 3), to - from], ([b, h, t, f]) => at(x, [b, h, t, f + from]));
    const shared = code.turnK(reshape(cast(matmul(p.x, p.wKR)), o.B, 1, o.T, -1));
    const end = q.shape[3];
    q = cast(concatenate(part(q, 0, d), code.turnQ(part(q, d, end)), 3));
    k = cast(concatenate(k, tile(shared, H), 3));
  } else if (o.rope) [q, k] = [cast(code.turnQ(q)), cast(code.turnK(k))];
  const keys = code.groupK(p.past_key ? concatenate(p.past_key, k, 2) : k);
  const values = code.groupV(p.past_value ? concatenate(p.past_value, v, 2) : v);
  const scores = cast(code.score(q, keys));
  let scaled = cast(code.scale(scores, q.shape[3]));
  if (o.softcap)
    scaled = cast(map(scaled, (value) => Number(o.softcap) * Math.tanh(value / Number(o.softcap))));
  if (o.alibi) scaled = cast(code.alibi(scaled));
  const masked = cast(code.mask(scaled));
  const attention = cast(code.soften(masked, scaled));
  const context = cast(matmul(attention, values));
  const output = cast(code.out(code.merge(context)));
  return { q: q0, k: k0, v, scores, masked, attention, context, output };
}

/** The options as a file tells them. @param {Options} o @returns {Record<string, Nd | string>} */
export function optionsOf(o) {
  const number = (/** @type {number} */ value) => ({ shape: [], data: Float64Array.of(value) });
  return {
    num_heads: number(o.H),
    causal: number(Number(o.causal ?? false)),
    ...(o.rope && {
      rope: o.rope,
      rope_fraction: number(o.fraction ?? 1),
      rope_base: number(o.ropeBase ?? 10000),
    }),
    ...(o.alibi && { alibi: number(1) }),
    ...(o.window !== undefined && { window: number(o.window) }),
    ...(o.softcap && { softcap: number(o.softcap) }),
    ...(o.scale && { scale: number(o.scale) }),
  };
}

/**
 * Arrays by name, as readNpz() gives them.
 * @param {Record<string, Nd | string>} all @param {string} [dtype] @returns {Map<string, import("../../../web/check/state/npy.js").SavedArray>}
 */
export const savedAs = (all, dtype = "f4") =>
  new Map(
    Object.entries(all).map(([name, a]) => {
      if (typeof a === "string")
        return [name, { name, dtype: "<U9", shape: [], data: new Float32Array(), text: a }];
      const isMask =
        name === "key_padding_mask" ||
        (name === "attn_mask" && a.data.every((each) => each === 0 || each === 1));
      const data = dtype === "f8" ? a.data : Float32Array.from(a.data);
      return [name, { name, dtype: isMask ? "|b1" : `<${dtype}`, shape: a.shape, data }];
    }),
  );
