import { SHEAR, STRETCH } from "../fabric/cloth.ts";
import { BY_HAND, type DriveMemory, WITH_BODY } from "../sim/drive.ts";
import { forgetPast } from "../sim/forget-past.ts";
import { putRight, threadBounds, threadLengths } from "../sim/put-right.ts";
import type { Run } from "../sim/run.ts";
import { setClock } from "../sim/set-clock.ts";
import type { WorldClock } from "./clock.ts";
import { createFade } from "./fade.ts";
import type { Group } from "./group.ts";
import { type GroupDetail, timeOf } from "./group-detail.ts";

/** A cloth behind the world by more than this many of its steps has stood still. */
const FARTHEST = 4.01;

/** Threads may be shorter than at rest by this part. */
const SHORTER = 0.002;

/**
 * Cloths go on at another detail than they had, after what needs no other detail has been carried over (sim/transplant): where they were at the places of
 * their vertices, as fast, and held by the same vertices; what was shown before fades.
 */
export function carryDetail(group: Group, former: readonly Group[], clock: WorldClock): void {
  const { detail, run, ids } = group;
  if (detail === undefined) return;
  const sources = ids.map((id) => former.find((other) => other.ids.includes(id)));
  const first = sources.find((source) => source !== undefined);
  if (first === undefined) {
    detail.begin(run, clock);
    return;
  }
  const shown = ids.map((id, part) => (sources[part] && isSameMesh(group, sources[part], id) ? readShown(sources[part], id) : undefined));
  goOnAt(group, first, clock);
  const most = threadBounds(run.rig);
  const least = new Float64Array(most.length);
  let isChanged = false;
  for (const [part, source] of sources.entries()) {
    if (source === undefined || shown[part] === undefined) continue;
    if (isSameGrid(group, source, ids[part])) keepPace(group, source, part);
    else {
      carryPart(group, part, source, most, least);
      isChanged = true;
    }
  }
  if (isChanged) {
    const { state, previous } = run.rig;
    const before = state.x.slice();
    putRight(run, most, least);
    for (let c = 0; c < before.length; c++) previous[c] += state.x[c] - before[c];
  } else if (first.run.setup.timestep !== run.setup.timestep) forgetPast(run.rig);
  for (const [part, before] of shown.entries()) {
    detail.fade(part, before && createFade(before, readShown(group, ids[part]), timeOf(run)));
  }
}

/** The time of the run that it goes on from: it is behind the world by steps that others have taken and it has not. */
function goOnAt({ detail, run }: Group, source: Group, clock: WorldClock): void {
  const h = clock.timestep;
  const behind = clock.time - source.run.rig.state.time;
  const isBehind = source.detail !== undefined && !source.isAsleep && behind > 0.5 * h && behind < FARTHEST * h;
  const isOther = source.run.setup.timestep !== run.setup.timestep;
  const { steps = 1 } = detail as GroupDetail;
  const lag = (isBehind ? behind : 0) + (isOther && steps > 1 ? (source.ids[0] % steps) * h : 0);
  setClock(run, { time: clock.time - lag, steps: clock.steps, owed: clock.owed + lag, isWhole: clock.isWhole });
}

function readShown(group: Group, id: number): Float32Array {
  const size = 3 * group.describe(id).vertexCount;
  const arrays = { positions: new Float32Array(size), normals: new Float32Array(size), tangents: undefined };
  group.read(id, arrays);
  return arrays.positions;
}

function isSameMesh(group: Group, source: Group, id: number): boolean {
  const [a, b] = [group.inputOf(id).grid, source.inputOf(id).grid];
  return group.describe(id).vertexCount === source.describe(id).vertexCount && a?.columns === b?.columns;
}

function gridOf({ detail, ids }: Group, id: number): { readonly columns: number; readonly rows: number } | undefined {
  return detail?.parts[ids.indexOf(id)]?.grid;
}

function isSameGrid(group: Group, source: Group, id: number): boolean {
  const [a, b] = [gridOf(group, id), gridOf(source, id)];
  return a?.columns === b?.columns && a?.rows === b?.rows;
}

/** What was shown between two steps is shown between longer or shorter ones. */
function keepPace({ run }: Group, source: Group, part: number): void {
  const share = run.setup.timestep / source.run.setup.timestep;
  const { state, previous } = run.rig;
  for (const i of particlesOf(run, part)) {
    for (let c = 3 * i; c < 3 * i + 3; c++) previous[c] = state.x[c] - share * (state.x[c] - previous[c]);
  }
}

/** The particles of a cloth that was never cut, in the order of its vertices. */
function particlesOf({ rig: { revision } }: Run, part: number): Uint32Array {
  const { start, end } = revision.cloth.parts[part];
  return revision.engineIndex.slice(start, end);
}

function carryPart(group: Group, part: number, source: Group, most: Float64Array, least: Float64Array): void {
  const { run } = group;
  const id = group.ids[part];
  const from = source.ids.indexOf(id);
  const coarse = group.detail?.parts[part]?.grid;
  const before = source.detail?.parts[from]?.grid;
  const particles = particlesOf(run, part);
  const others = particlesOf(source.run, from);

  /** Values of the source, three a particle, at the vertices of this part. */
  function carry(values: Float64Array, isMean = false): Float64Array {
    const own = new Float64Array(3 * others.length);
    others.forEach((i, vertex) => void own.set(values.subarray(3 * i, 3 * i + 3), 3 * vertex));
    const full = before === undefined ? own : new Float64Array(3 * before.fullCount);
    before?.spread(own, full);
    const out = coarse === undefined ? full : new Float64Array(3 * particles.length);
    if (isMean) coarse?.average(full, out);
    else coarse?.gather(full, out);
    return out;
  }

  const old = source.run.rig;
  const { state, previous } = run.rig;
  const [x, v] = [carry(old.state.x), carry(old.state.v, true)];
  const last = source.run.isWhole ? x : carry(old.previous);
  const share = run.setup.timestep / source.run.setup.timestep;
  for (const [vertex, i] of particles.entries()) {
    for (let c = 0; c < 3; c++) {
      state.x[3 * i + c] = x[3 * vertex + c];
      state.v[3 * i + c] = v[3 * vertex + c];
      previous[3 * i + c] = x[3 * vertex + c] - share * (x[3 * vertex + c] - last[3 * vertex + c]);
    }
  }
  const [stretch, shear] = [meanStrain(source.run, others, STRETCH, false), meanStrain(source.run, others, SHEAR, true)];
  boundThreads(run, particles, stretch, shear, most, least);
  /** The particle of the source that stands for a vertex of the whole mesh. */
  const sourceOf = (vertex: number): number => others[before?.nearest[vertex] ?? vertex];
  carryPins(group, source, particles, (vertex) => sourceOf(coarse?.home[vertex] ?? vertex));
  const holds = [...(source.detail?.parts[from]?.holds.vertices ?? heldVertices(old.drive.save(), others))];
  for (const vertex of holds) {
    const i = particles[coarse?.nearest[vertex] ?? vertex];
    if (hold(group, source, sourceOf(vertex), i)) group.detail?.parts[part]?.holds.add(vertex);
  }
}

/** By how much springs of a kind of a part are longer than at rest, in the mean [−]; or longer and shorter. */
function meanStrain({ rig }: Run, particles: Uint32Array, which: number, isEither: boolean): number {
  const { ends, restLength, kind } = rig.revision.cloth.springs;
  const own = new Set(particles);
  let [sum, count] = [0, 0];
  for (const [s, length] of threadLengths(rig).entries()) {
    if (kind[s] !== which || !own.has(ends[2 * s])) continue;
    const strain = length / restLength[s] - 1;
    sum += isEither ? Math.abs(strain) : Math.max(0, strain);
    count++;
  }
  return count === 0 ? 0 : sum / count;
}

/**
 * Threads are to be no longer than those of the source were in the mean, and hardly shorter than at rest: wrinkles that a coarse grid cannot have would
 * press it together, and it would fly apart. Diagonals are to be no more sheared.
 */
function boundThreads({ rig }: Run, particles: Uint32Array, stretch: number, shear: number, most: Float64Array, least: Float64Array): void {
  const { ends, restLength, kind } = rig.revision.cloth.springs;
  const own = new Set(particles);
  for (let s = 0; s < most.length; s++) {
    if (!own.has(ends[2 * s])) continue;
    most[s] = (1 + (kind[s] === SHEAR ? shear : stretch)) * restLength[s];
    least[s] = (1 - (kind[s] === SHEAR ? shear : SHORTER)) * restLength[s];
  }
}

/** Vertices that the scene holds are where they were dragged, or free where they were let go. */
function carryPins({ run }: Group, source: Group, particles: Uint32Array, sourceOf: (vertex: number) => number): void {
  const { drive, revision, state } = run.rig;
  const memory = drive.save();
  const was = source.run.rig.drive.save();
  const wereScripted = new Set(source.run.rig.revision.pins.map(({ vertex }) => vertex));
  const areScripted = new Set(revision.pins.map(({ vertex }) => vertex));
  for (const [vertex, i] of particles.entries()) {
    if (!areScripted.has(i)) continue;
    const s = sourceOf(vertex);
    const isSame = wereScripted.has(s);
    if (isSame && was.pinned[s] === 0) memory.pinned[i] = 0;
    for (let c = 0; c < 3; c++) {
      memory.shift[3 * i + c] = isSame ? was.shift[3 * s + c] : state.x[3 * i + c] - revision.start[3 * i + c];
      memory.target[3 * i + c] = isSame ? was.target[3 * s + c] : state.x[3 * i + c];
    }
  }
  drive.load(memory);
}

/** The vertices of a whole mesh that are held at run time. */
function heldVertices({ pinned, grabbed }: DriveMemory, particles: Uint32Array): number[] {
  const held: number[] = [];
  particles.forEach((i, vertex) => {
    if (pinned[i] === BY_HAND || pinned[i] === WITH_BODY || grabbed[i] !== 0) held.push(vertex);
  });
  return held;
}

/** Particle i is held as s was in the source; false where it was not any more. */
function hold({ run }: Group, source: Group, s: number, i: number): boolean {
  const { drive, state } = run.rig;
  const was = source.run.rig.drive.save();
  const at = 3 * i;
  if (was.pinned[s] === BY_HAND) drive.pin(i, state.x[at], state.x[at + 1], state.x[at + 2]);
  if (was.pinned[s] === WITH_BODY) {
    const name = source.run.collision.colliders[was.bodyPins.bodies[s]]?.name;
    const body = run.collision.colliders.findIndex((collider) => collider.name === name);
    if (body < 0) return false;
    drive.attach(i, body, state.x);
  }
  if (was.grabbed[s] !== 0) drive.grab(i, was.target[3 * s], was.target[3 * s + 1], was.target[3 * s + 2], state, run.owed);
  return was.pinned[s] === BY_HAND || was.pinned[s] === WITH_BODY || was.grabbed[s] !== 0;
}
