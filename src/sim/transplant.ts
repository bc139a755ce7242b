import type { BodyMemory } from "../core/body-motion.ts";
import { POSE_SIZE } from "../core/body-motion.ts";
import type { Cloth } from "../fabric/cloth.ts";
import type { Edit, Revision } from "./revision.ts";
import { replayEdits } from "./rig.ts";
import { adoptRig, type Run } from "./run.ts";

/** A cloth that goes on in another run: the run in which it was, and its number there. */
export interface PartSource {
  readonly run: Run;
  readonly part: number;
}

/** Where the parts and bodies of a run come from, and the run whose clock it goes on with. */
export interface Transplant {
  /** For each cloth of the new run; undefined for one that starts anew. */
  readonly parts: readonly (PartSource | undefined)[];
  /** A run with the bodies as they are, and for each body of the new run its number there; undefined for one that is new. */
  readonly former: Run;
  readonly bodies: readonly (number | undefined)[];
}

/**
 * Puts the state of cloths and bodies into a new run of the same meshes: positions, velocities, cuts, pins, hands, the history of the method and
 * the clock. Forces of contact are learnt anew.
 */
export function transplant(to: Run, { parts, former, bodies }: Transplant): void {
  const edits = carryEdits(to, parts);
  if (edits.length > 0) adoptRig(to, replayEdits(to.uncut, edits, to.rigSetup));
  const { rig } = to;
  const memory = rig.drive.save();
  for (const [part, source] of parts.entries()) if (source !== undefined) carryPart(to, part, source, memory);
  rig.drive.load(memory);
  const { state } = former.rig;
  rig.state.time = state.time;
  rig.state.timeCarry = state.timeCarry;
  rig.state.steps = state.steps;
  to.owed = former.owed;
  to.blend = former.blend;
  to.isWhole = false;
  to.bodies.load(carryBodies(to.bodies.save(), former.bodies.save(), bodies), state.time);
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

function carryPart(to: Run, part: number, source: PartSource, memory: ReturnType<Run["rig"]["drive"]["save"]>): void {
  const { rig } = to;
  const old = source.run.rig;
  const from = particlesOf(old.revision, source.part);
  const into = particlesOf(rig.revision, part);
  if (from.length !== into.length) return; // another mesh: it starts anew
  const copy = (values: Float64Array | Uint8Array, size: number, out: Float64Array | Uint8Array): void => {
    for (let k = 0; k < from.length; k++) for (let c = 0; c < size; c++) out[size * into[k] + c] = values[size * from[k] + c];
  };
  copy(old.state.x, 3, rig.state.x);
  copy(old.state.v, 3, rig.state.v);
  copy(source.run.isWhole ? old.state.x : old.previous, 3, rig.previous);
  const was = old.drive.save();
  copy(was.shift, 3, memory.shift);
  copy(was.target, 3, memory.target);
  copy(was.pinned, 1, memory.pinned);
  copy(was.grabbed, 1, memory.grabbed);
  carryHistory(source.run, to, copy);
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

function carryBodies(memory: BodyMemory, former: BodyMemory, bodies: readonly (number | undefined)[]): BodyMemory {
  for (const [body, source] of bodies.entries()) {
    if (source === undefined) continue;
    memory.driven[body] = former.driven[source];
    for (const name of ["current", "target", "carried"] as const) {
      memory[name].set(former[name].subarray(POSE_SIZE * source, POSE_SIZE * (source + 1)), POSE_SIZE * body);
    }
  }
  return memory;
}
