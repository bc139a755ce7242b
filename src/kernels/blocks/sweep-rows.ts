import type { Slices } from "../../core/slices.ts";
import type { Cloth, Hinges, Springs } from "../../fabric/cloth.ts";
import { findNearby } from "../../fabric/cut-cloth.ts";
import { gather } from "../../fabric/gather.ts";
import { SPRING_JACOBIAN_DEFAULTS } from "../../forces/spring-jacobian.ts";
import type { KernelMemory } from "../memory.ts";
import { fillStiffness } from "./block-model.ts";
import type { BlockKernelsSetup, RowsPlan } from "./block-system.ts";
import { createHalfEdges, type LaidEdges, POSITION, planHalfEdges, ROWS_AT_ONCE, sizeOfHalfEdges } from "./half-edges.ts";
import { planSweepStrips, type StripPlan } from "./sweep-strips.ts";

/** The rows of a matrix that is swept, laid out as the kernels have them (src/kernels/blocks/half-edges.ts), and who made them. */
export interface SweepRows {
  readonly order: Uint32Array;
  readonly rowStart: Uint32Array;
  readonly neighbour: Uint32Array;
  readonly traits: Float32Array;
  readonly stiffness: Float32Array;
  /** The most groups of a row. */
  readonly most: number;
}

/** A cloth before a cut, the particle in it of each particle now, and what its solver has in `rows`. */
export interface BeforeCut {
  readonly cloth: Cloth;
  readonly origin: Uint32Array;
  readonly rows: SweepRows | undefined;
}

/** With the rows, for whoever follows a cut. */
export interface SweepPlan extends RowsPlan {
  readonly rows: SweepRows;
}

/** `before` is what the cloth was cut from, with the rows it had: most of them are still the same then. */
export function* planSweeps(
  setup: Pick<BlockKernelsSetup, "cloth" | "order" | "forceOptions">,
  rank: Uint32Array,
  chunks: number,
  before?: BeforeCut,
): Slices<SweepPlan> {
  const { particleCount } = setup.cloth;
  const rows =
    before?.rows !== undefined && beginsWith(setup.order, before.rows.order)
      ? yield* followRows(setup, rank, before, before.rows)
      : yield* layRows(setup, setup.cloth, rank);
  const { rowStart, neighbour, traits, most } = rows;
  const groups = rowStart[particleCount];
  yield;
  const stripPlan = planStrips(rows);
  return {
    rows,
    groups,
    chunks,
    commonRows: 0,
    bytes: sizeOfHalfEdges(particleCount, chunks, 0, groups, most) + stripPlan.bytes,
    create(memory, stiffness) {
      stiffness.set(rows.stiffness);
      const nothing = memory.words(0);
      const scratchSize = 16 * ROWS_AT_ONCE * most;
      const edges: LaidEdges = {
        rowStart: memory.words(rowStart.length),
        ownedEnd: nothing,
        commonRanges: memory.words(2 * chunks),
        commonRows: nothing,
        neighbour: memory.words(neighbour.length),
        traits: memory.floats(traits.length),
        scratch: memory.floats(scratchSize * chunks),
        scratchSize,
      };
      edges.rowStart.set(rowStart);
      edges.neighbour.set(neighbour);
      edges.traits.set(traits);
      return { edges, strips: stripPlan.create(memory) };
    },
  };
}

function beginsWith(order: Uint32Array, first: Uint32Array): boolean {
  for (let row = 0; row < first.length; row++) if (order[row] !== first[row]) return false;
  return true;
}

function planStrips({ rowStart, neighbour, order }: SweepRows): StripPlan {
  const other = new Uint32Array(neighbour.length);
  for (let e = 0; e < other.length; e++) other[e] = neighbour[e] / POSITION;
  const start = new Uint32Array(rowStart.length);
  const row = new Uint32Array(order.length);
  for (let r = 0; r < start.length; r++) start[r] = 4 * rowStart[r];
  for (let r = 0; r < row.length; r++) row[r] = r;
  return planSweepStrips(start, other, row, row);
}

/** Arrays of their own in place of a kernels' memory. */
const APART: Pick<KernelMemory, "floats" | "words"> = {
  floats: (count) => new Float32Array(count),
  words: (count) => new Uint32Array(count),
};

function* layRows(
  { order, forceOptions }: Pick<BlockKernelsSetup, "order" | "forceOptions">,
  cloth: Cloth,
  rank: Uint32Array,
): Slices<SweepRows> {
  const plan = planHalfEdges(cloth, forceOptions.bending ?? true, order, rank, false, 1);
  yield;
  const edges = createHalfEdges(plan, cloth, order, rank, APART as KernelMemory);
  yield;
  const stiffness = new Float32Array(12 * plan.groups);
  fillStiffness(cloth.springs, { ...SPRING_JACOBIAN_DEFAULTS, ...forceOptions }, edges.springPlace, stiffness);
  const { rowStart, neighbour, traits } = edges;
  return { order, rowStart, neighbour, traits, stiffness, most: plan.most };
}

/**
 * Lays out the rows anew that have a spring or hinge of which the cut may have taken something: by themselves, with all that they have, and so
 * as they are among all others. The others are copied.
 */
function* followRows(
  setup: Pick<BlockKernelsSetup, "cloth" | "order" | "forceOptions">,
  rank: Uint32Array,
  { cloth: before, origin }: BeforeCut,
  former: SweepRows,
): Slices<SweepRows> {
  const { cloth, order } = setup;
  const near = new Uint8Array(cloth.particleCount).fill(1); // what is new is near
  near.set(findNearby(origin, before.triangles, before.particleCount));
  const isAnew = near.slice();
  for (const { springs, hinges } of [before, cloth]) {
    markTouched(springs.ends, 2, near, isAnew);
    markTouched(hinges.vertices, 4, near, isAnew);
  }
  yield;
  const springs = pickSprings(cloth.springs, isAnew);
  const hinges = pickHinges(cloth.hinges, isAnew);
  yield;
  const anew = yield* layRows(setup, { ...cloth, springs, hinges }, rank);
  yield;

  const count = order.length;
  const rowStart = new Uint32Array(count + 1);
  for (let row = 0; row < count; row++) {
    const { rowStart: start } = isAnew[order[row]] !== 0 ? anew : former;
    rowStart[row + 1] = rowStart[row] + start[row + 1] - start[row];
  }
  const rows: SweepRows = {
    order,
    rowStart,
    neighbour: new Uint32Array(4 * rowStart[count]),
    traits: new Float32Array(12 * rowStart[count]),
    stiffness: new Float32Array(12 * rowStart[count]),
    most: Math.max(former.most, anew.most),
  };
  for (let first = 0; first < count; ) {
    const kind = isAnew[order[first]];
    let end = first + 1;
    while (end < count && isAnew[order[end]] === kind) end++;
    copyRows(kind !== 0 ? anew : former, first, end, rows);
    first = end;
  }
  return rows;
}

/** Marks all vertices of elements with one that is near. */
function markTouched(vertices: Uint32Array, size: number, near: Uint8Array, marks: Uint8Array): void {
  for (let first = 0; first < vertices.length; first += size) {
    let isNear = 0;
    for (let c = first; c < first + size; c++) isNear |= near[vertices[c]];
    if (isNear !== 0) for (let c = first; c < first + size; c++) marks[vertices[c]] = 1;
  }
}

function copyRows(from: SweepRows, first: number, end: number, to: SweepRows): void {
  const [start, stop, at] = [from.rowStart[first], from.rowStart[end], to.rowStart[first]];
  to.neighbour.set(from.neighbour.subarray(4 * start, 4 * stop), 4 * at);
  to.traits.set(from.traits.subarray(12 * start, 12 * stop), 12 * at);
  to.stiffness.set(from.stiffness.subarray(12 * start, 12 * stop), 12 * at);
}

/** The elements with a vertex that is marked, as numbers ascending. */
function findMarked(vertices: Uint32Array, size: number, marks: Uint8Array): Uint32Array {
  const found: number[] = [];
  for (let first = 0; first < vertices.length; first += size) {
    let isMarked = 0;
    for (let c = first; c < first + size; c++) isMarked |= marks[vertices[c]];
    if (isMarked !== 0) found.push(first / size);
  }
  return Uint32Array.from(found);
}

function pickSprings(springs: Springs, marks: Uint8Array): Springs {
  const picked = findMarked(springs.ends, 2, marks);
  return {
    count: picked.length,
    ends: gather(springs.ends, 2, picked),
    restLength: gather(springs.restLength, 1, picked),
    stiffness: gather(springs.stiffness, 1, picked),
    kind: gather(springs.kind, 1, picked),
    asymmetric: gather(springs.asymmetric, 1, picked),
    relativeDamping: gather(springs.relativeDamping, 1, picked),
  };
}

function pickHinges({ vertices, weights, stiffness }: Hinges, marks: Uint8Array): Hinges {
  const picked = findMarked(vertices, 4, marks);
  return {
    count: picked.length,
    vertices: gather(vertices, 4, picked),
    weights: gather(weights, 4, picked),
    stiffness: gather(stiffness, 1, picked),
  };
}
