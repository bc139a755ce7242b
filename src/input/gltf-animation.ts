import { InputError } from "../core/errors.ts";
import { type Fields, readAnyObject, readChoice, readList, readOptional, readString } from "../core/read.ts";
import { atan2, sin } from "../core/trig.ts";
import { BYTE, FLOAT, readAccessor, readAccessorHead, SHORT, UNSIGNED_BYTE, UNSIGNED_SHORT } from "./gltf-accessor.ts";
import { type GltfDocument, type GltfEntry, passOver, readName } from "./gltf-document.ts";
import type { MorphList } from "./gltf-morph.ts";
import { type GltfNodes, PLACE_SIZE, ROTATION, SCALE } from "./gltf-nodes.ts";
import { MAX_NUMBERS } from "./limits.ts";

/** An animation of a glTF file: what moves nodes and mixes morph targets, as functions of time. */
export interface GltfAnimation {
  readonly name: string;
  /** The time of its last keyframe [s]. */
  readonly duration: number;
  readonly channels: readonly Channel[];
}

interface Channel {
  /** Where its numbers stand in the state, and how many they are. */
  readonly at: number;
  readonly size: number;
  /** They are a quaternion. */
  readonly isTurn: boolean;
  readonly interpolation: (typeof INTERPOLATIONS)[number];
  /** Ascending [s]. */
  readonly times: Float64Array;
  /** `size` numbers a keyframe; of splines three times as many: tangent in, value, tangent out. */
  readonly values: Float64Array;
}

const PATHS = ["translation", "rotation", "scale", "weights"] as const;
const INTERPOLATIONS = ["LINEAR", "STEP", "CUBICSPLINE"] as const;
const OFFSETS = { translation: 0, rotation: ROTATION, scale: SCALE } as const;
const TYPES = { translation: "VEC3", rotation: "VEC4", scale: "VEC3", weights: "SCALAR" } as const;
const FRACTIONS = [FLOAT, BYTE, UNSIGNED_BYTE, SHORT, UNSIGNED_SHORT] as const;
const MAX_CHANNELS = 100_000;

/**
 * The animations that move something. What they change is the state: the places of all nodes, then the weights of the morph targets, for
 * which they make room.
 */
export function readAnimations(document: GltfDocument, nodes: GltfNodes, morphs: MorphList): GltfAnimation[] {
  const cache = new Map<number, Float64Array>();
  let channelCount = 0;
  const animations = Array.from({ length: document.count("animations") }, (_, n) => {
    const animation = document.entry("animations", n, `${document.path} animations[${n}]`);
    const entries = readList(animation.fields.channels, `${animation.path}.channels`);
    channelCount += entries.length;
    if (channelCount > MAX_CHANNELS) {
      throw new InputError(animation.path, `${channelCount} channels so far`, `use at most ${MAX_CHANNELS}`);
    }
    const mixed = new Set<number>();
    const channels = entries.flatMap((entry, k) => {
      const path = `${animation.path}.channels[${k}]`;
      const channel = readChannel(document, nodes, morphs, animation, entry, path, cache);
      if (channel === undefined) return [];
      if (channel.at < PLACE_SIZE * nodes.entries.length) return [channel];
      if (mixed.has(channel.at)) throw new InputError(path, "weights of a node a second time", "give them once");
      mixed.add(channel.at);
      return [channel];
    });
    const duration = channels.reduce((longest, { times }) => Math.max(longest, times[times.length - 1]), 0);
    return { name: readName(animation) || `animation ${n + 1}`, duration, channels };
  });
  return animations.filter(({ channels }) => channels.length > 0);
}

/** One channel; undefined of those that move nothing. */
function readChannel(
  document: GltfDocument,
  nodes: GltfNodes,
  morphs: MorphList,
  { fields: animation, path: from }: GltfEntry,
  value: unknown,
  path: string,
  cache: Map<number, Float64Array>,
): Channel | undefined {
  const fields = readAnyObject(value, path);
  const target = readAnyObject(fields.target, `${path}.target`);
  const place = target.path === "pointer" ? readPointer(document, target, `${path}.target`) : target;
  if (place?.node === undefined) return undefined;
  const what = readChoice(place.path, `${path}.target.path`, PATHS);
  const node = document.entry("nodes", place.node, `${path}.target.node`).index;
  const run = what === "weights" ? morphs.claim(node, path) : undefined;
  if (what === "weights" && run === undefined) return undefined;
  if (run === undefined && nodes.matrices.has(node)) {
    throw new InputError(`${path}.target.node`, `node ${node}, which has a matrix`, "export translation, rotation and scale");
  }
  const samplers = readList(animation.samplers, `${from}.samplers`);
  const number = fields.sampler;
  const at = `${from}.samplers[${String(number)}]`;
  if (typeof number !== "number" || !Object.hasOwn(samplers, number)) {
    throw new InputError(`${path}.sampler`, String(number), `the animation has ${samplers.length} samplers`);
  }
  const sampler = readAnyObject(samplers[number], at);
  const interpolation = readOptional(sampler, "interpolation", at, (v, p) => readChoice(v, p, INTERPOLATIONS), "LINEAR");
  const size = what === "weights" ? (run?.count ?? 0) : what === "rotation" ? 4 : 3;
  const times = readTimes(document, sampler.input, `${at}.input`, cache);
  const count = (interpolation === "CUBICSPLINE" ? 3 : 1) * times.length;
  // a weight is a value of its own
  const needed = what === "weights" ? size * count : count;
  const values = readValues(document, sampler.output, `${at}.output`, what, needed, cache);
  const start = what === "weights" ? PLACE_SIZE * nodes.entries.length + (run?.start ?? 0) : PLACE_SIZE * node + OFFSETS[what];
  return { at: start, size, isTurn: what === "rotation", interpolation, times, values };
}

/** What of which node KHR_animation_pointer means; undefined of anything else, such as a material, which is passed over. */
function readPointer(document: GltfDocument, target: Fields, path: string): { path: string; node: number } | undefined {
  const at = `${path}.extensions.KHR_animation_pointer`;
  const extensions = readAnyObject(target.extensions, `${path}.extensions`);
  const pointer = readString(readAnyObject(extensions.KHR_animation_pointer, at).pointer, `${at}.pointer`);
  const found = /^\/nodes\/(\d{1,9})\/(translation|rotation|scale|weights)$/.exec(pointer);
  if (found !== null) return { node: Number(found[1]), path: found[2] };
  passOver(document, "animations of something else than nodes");
  return undefined;
}

function readTimes(document: GltfDocument, index: unknown, from: string, cache: Map<number, Float64Array>): Float64Array {
  const head = readAccessorHead(document, index, from, ["SCALAR"], [FLOAT], MAX_NUMBERS);
  const known = cache.get(head.entry.index);
  if (known !== undefined) return known;
  const times = readAccessor(document, head);
  // some exporters write two keyframes at one time, which is a jump
  for (let k = 0; k < times.length; k++) {
    if (times[k] >= 0 && (k === 0 || times[k] >= times[k - 1])) continue;
    throw new InputError(head.entry.path, `${times[k]} at ${k}`, "give ascending times from 0 on");
  }
  cache.set(head.entry.index, times);
  return times;
}

function readValues(
  document: GltfDocument,
  index: unknown,
  from: string,
  what: keyof typeof TYPES,
  count: number,
  cache: Map<number, Float64Array>,
): Float64Array {
  const type = TYPES[what];
  const head = readAccessorHead(document, index, from, [type], type === "VEC3" ? [FLOAT] : FRACTIONS, MAX_NUMBERS);
  if (head.count !== count) throw new InputError(from, `${head.count} values`, `give ${count} for its times`);
  const known = cache.get(head.entry.index);
  if (known !== undefined) return known;
  const values = readAccessor(document, head);
  cache.set(head.entry.index, values);
  return values;
}

/** Puts what an animation moves into the state, as it is at a time [s]; before its first and after its last keyframe a channel holds still. */
export function applyAnimation({ channels }: GltfAnimation, time: number, state: Float64Array): void {
  for (let n = 0; n < channels.length; n++) {
    const { at, size, isTurn, interpolation, times, values } = channels[n];
    const isSpline = interpolation === "CUBICSPLINE";
    const row = isSpline ? 3 * size : size;
    const shift = isSpline ? size : 0;
    const before = findKey(times, time);
    const after = Math.min(before + 1, times.length - 1);
    const width = times[after] - times[before];
    const isHeld = interpolation === "STEP" || width === 0 || time <= times[before];
    const u = isHeld ? 0 : (time - times[before]) / width;
    const a = row * before + shift;
    const b = row * after + shift;
    if (u === 0) for (let c = 0; c < size; c++) state[at + c] = values[a + c];
    else if (isSpline) computeSpline(values, a, b, size, u, width, state, at);
    else if (isTurn) computeTurn(values, a, b, u, state, at);
    else for (let c = 0; c < size; c++) state[at + c] = values[a + c] + u * (values[b + c] - values[a + c]);
    if (isTurn) normaliseQuaternion(state, at);
  }
}

/** The last keyframe that is not after `time`, or the first. */
function findKey(times: Float64Array, time: number): number {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Hermite's cubic between two keyframes, whose tangents are by the second. */
function computeSpline(
  values: Float64Array,
  a: number,
  b: number,
  size: number,
  u: number,
  width: number,
  out: Float64Array,
  at: number,
): void {
  const u2 = u * u;
  const u3 = u2 * u;
  for (let c = 0; c < size; c++) {
    out[at + c] =
      (2 * u3 - 3 * u2 + 1) * values[a + c] +
      width * (u3 - 2 * u2 + u) * values[a + size + c] +
      (3 * u2 - 2 * u3) * values[b + c] +
      width * (u3 - u2) * values[b - size + c];
  }
}

/** Quaternions closer than this are joined by a straight line, where the arc's formula is 0/0. */
const ALMOST_EQUAL = 1e-6;

/** The shorter arc from one quaternion to another at even speed (slerp). */
function computeTurn(q: Float64Array, a: number, b: number, u: number, out: Float64Array, at: number): void {
  const dot = q[a] * q[b] + q[a + 1] * q[b + 1] + q[a + 2] * q[b + 2] + q[a + 3] * q[b + 3];
  const cosine = Math.min(Math.abs(dot), 1);
  const sine = Math.sqrt(1 - cosine * cosine);
  let wa = 1 - u;
  let wb = u;
  if (sine > ALMOST_EQUAL) {
    const angle = atan2(sine, cosine);
    wa = sin((1 - u) * angle) / sine;
    wb = sin(u * angle) / sine;
  }
  if (dot < 0) wb = -wb;
  for (let c = 0; c < 4; c++) out[at + c] = wa * q[a + c] + wb * q[b + c];
}

/** To length 1; a quaternion of no length is no turn. */
function normaliseQuaternion(q: Float64Array, at: number): void {
  const length = Math.sqrt(q[at] * q[at] + q[at + 1] * q[at + 1] + q[at + 2] * q[at + 2] + q[at + 3] * q[at + 3]);
  if (!(length > 0)) q[at + 3] = 1;
  else for (let c = 0; c < 4; c++) q[at + c] /= length;
}
