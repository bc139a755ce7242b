import { type BodyMemory, POSE_SIZE } from "../core/body-motion.ts";
import type { Cloth } from "../fabric/cloth.ts";
import { type DriveMemory, WITH_BODY } from "./drive.ts";
import type { Edit, Revision } from "./revision.ts";
import { adoptRig, type Run } from "./run.ts";
import { readClock, setClock } from "./set-clock.ts";

/** A cloth that goes on in another run: the run in which it was, and its number there. */
export interface PartSource {
  readonly run: Run;
  readonly part: number;
  /** Its scene pins other vertices now: these are held where they are, and all others come free. */
  readonly isPinnedAnew?: boolean;
}

/**
 * Puts the state of cloths and bodies into a new run of the same meshes: positions, velocities, cuts, pins, hands, the history of the method. Forces of
 * contact are learnt anew. `parts` are the sources of its cloths, undefined for one that starts anew; `former` is a run with the bodies as they are,
 * which go by their names.
 */
export function transplant(to: Run, parts: readonly (PartSource | undefined)[], former: Run): void {
  const edits = carryEdits(to, parts);
  if (edits.length > 0) {
    const cut = parts.find((source) => source !== undefined && source.run.rig.revision.edits.length > 0);
    to.abilities.editing = (cut as PartSource).run.abilities.editing;
    adoptRig(to, to.abilities.editing.replay(to.uncut, edits, to.rigSetup));
  }
  const { rig } = to;
  const memory = roomFor(rig.drive.save(), parts, rig.state.x.length / 3);
  for (const [part, source] of parts.entries()) if (source !== undefined) carryPart(to, part, source, memory);
  rig.drive.load(memory);
  placeBodies(to, whereBodiesAre(former));
  to.cutsMade = former.cutsMade;
  setClock(to, readClock(former));
}

/** Where the bodies of a run are, by name. Plain data. */
export interface BodiesByName {
  readonly names: readonly string[];
  readonly memory: BodyMemory;
}

export function whereBodiesAre({ collision, bodies }: Run): BodiesByName {
  return { names: collision.colliders.map(({ name }) => name), memory: bodies.save() };
}

/** Puts the bodies of a run where those of the same names are. */
export function placeBodies(run: Run, { names, memory }: BodiesByName): void {
  const bodies = run.collision.colliders.map(({ name }) => names.indexOf(name));
  run.bodies.load(carryBodies(run.bodies.save(), memory, bodies));
}

/** A memory with room for pins on bodies, where a source has some. */
function roomFor(memory: DriveMemory, parts: readonly (PartSource | undefined)[], count: number): DriveMemory {
  const areSome = parts.some((source) => source !== undefined && source.run.rig.drive.save().bodyPins.bodies.length > 0);
  return areSome ? { ...memory, bodyPins: { bodies: new Int32Array(count).fill(-1), places: new Float64Array(3 * count) } } : memory;
}

/** The cuts of all former runs, on the triangles as they are numbered now. Parts of one run keep the order of their cuts. */
function carryEdits(to: Run, parts: readonly (PartSource | undefined)[]): Edit[] {
  const now = firstTriangles(to.uncut.cloth);
  const edits: Edit[] = [];
  for (const run of new Set(parts.flatMap((source) => (source ? [source.run] : [])))) {
    const { cloth } = run.uncut;
    const before = firstTriangles(cloth);
    for (const edit of run.rig.revision.edits) {
      if (edit.kind !== "cut") continue; // springs that were removed one by one come back with their fabric
      const corners: number[] = [];
      for (const corner of edit.corners) {
        const part = before.findLastIndex((first) => 3 * first <= corner);
        const target = parts.findIndex((source) => source?.run === run && source.part === part);
        if (target >= 0) corners.push(corner + 3 * (now[target] - before[part]));
      }
      if (corners.length > 0) edits.push({ kind: "cut", corners: Uint32Array.from(corners) });
    }
  }
  return edits;
}

/** The number of the first triangle of each part: they follow each other as the parts do. */
function firstTriangles({ triangles, origin, parts }: Cloth): number[] {
  const counts = parts.map(() => 0);
  for (let t = 0; t < triangles.length; t += 3) {
    const vertex = origin[triangles[t]];
    counts[parts.findIndex(({ end }) => vertex < end)]++;
  }
  let first = 0;
  return counts.map((count) => {
    first += count;
    return first - count;
  });
}

/** The particles of a part: those of the uncut scene in its order, then the copies as they came. */
function particlesOf({ cloth, origin, engineIndex }: Revision, part: number): Uint32Array {
  const { start, end } = cloth.parts[part];
  const particles: number[] = [];
  for (let vertex = 0; vertex < origin.length; vertex++) {
    if (origin[vertex] >= start && origin[vertex] < end) particles.push(engineIndex[vertex]);
  }
  return Uint32Array.from(particles);
}

type Values = Float64Array | Uint8Array | Int32Array;

function carryPart(to: Run, part: number, source: PartSource, memory: DriveMemory): void {
  const { rig } = to;
  const old = source.run.rig;
  const from = particlesOf(old.revision, source.part);
  const into = particlesOf(rig.revision, part);
  if (from.length !== into.length) return; // another mesh: it starts anew
  const copy = (values: Values, size: number, out: Values): void => {
    for (let k = 0; k < from.length; k++) for (let c = 0; c < size; c++) out[size * into[k] + c] = values[size * from[k] + c];
  };
  copy(old.state.x, 3, rig.state.x);
  copy(old.state.v, 3, rig.state.v);
  copy(source.run.isWhole ? old.state.x : old.previous, 3, rig.previous);
  if (source.isPinnedAnew) {
    pinWhereTheyAre(to, into, memory);
    carryHistory(source.run, to, copy);
    return;
  }
  const was = old.drive.save();
  copy(was.shift, 3, memory.shift);
  copy(was.target, 3, memory.target);
  copy(was.pinned, 1, memory.pinned);
  copy(was.grabbed, 1, memory.grabbed);
  if (was.bodyPins.bodies.length > 0) {
    copy(was.bodyPins.bodies, 1, memory.bodyPins.bodies);
    copy(was.bodyPins.places, 3, memory.bodyPins.places);
    renameBodies(source.run, to, into, memory);
  }
  carryHistory(source.run, to, copy);
}

/** Vertices that the scene of the new run pins are held where they are, as if they had been dragged there. */
function pinWhereTheyAre({ rig: { state, revision } }: Run, particles: Uint32Array, { pinned, shift, target }: DriveMemory): void {
  for (const i of particles) {
    if (pinned[i] === 0) continue;
    for (let c = 3 * i; c < 3 * i + 3; c++) {
      target[c] = state.x[c];
      shift[c] = state.x[c] - revision.start[c];
    }
  }
}

/** Bodies may have other numbers now; what was pinned to one that is gone comes free. */
function renameBodies(from: Run, to: Run, particles: Uint32Array, { pinned, bodyPins: { bodies } }: DriveMemory): void {
  const names = to.collision.colliders.map(({ name }) => name);
  for (const particle of particles) {
    if (pinned[particle] !== WITH_BODY) continue;
    bodies[particle] = names.indexOf(from.collision.colliders[bodies[particle]].name);
    if (bodies[particle] < 0) pinned[particle] = 0;
  }
}

/** Of the same method: what it remembers of each particle. */
function carryHistory(from: Run, to: Run, copy: (values: Float64Array, size: number, out: Float64Array) => void): void {
  const { solver: former } = from.rig;
  const { solver, state } = to.rig;
  if (from.setup.method.name !== to.setup.method.name || former.history.length !== solver.history.length) return;
  for (const [k, array] of solver.history.entries()) {
    const size = solver.ownHistory?.includes(array) ? 0 : (3 * array.length) / state.x.length;
    const formerSize = (3 * former.history[k].length) / from.rig.state.x.length;
    if ((size === 3 || size === 1) && formerSize === size) copy(former.history[k], size, array);
  }
}

function carryBodies(memory: BodyMemory, former: BodyMemory, bodies: readonly number[]): BodyMemory {
  for (const [body, source] of bodies.entries()) {
    if (source < 0) continue;
    memory.driven[body] = former.driven[source];
    for (const name of ["current", "from", "target", "carried", "start", "end"] as const) {
      memory[name].set(former[name].subarray(POSE_SIZE * source, POSE_SIZE * (source + 1)), POSE_SIZE * body);
    }
  }
  return { ...memory, times: former.times };
}
