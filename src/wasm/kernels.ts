import { PLAIN } from "./binary.ts";
import type { KernelMemory } from "./memory.ts";
import type { KernelModule } from "./module.ts";

/**
 * What src/wasm/assembly exports. Arguments are counts and byte offsets into the memory; numbers go in and out through it too, for a
 * number handed to another function may be allocated. `n` counts particles, vectors are (x, y, z, 0) in single precision.
 */
export interface Kernels {
  splitPositions(n: number, order: number, x: number, to: number): void;
  splitMoved(n: number, order: number, x: number, seconds: number, deltaV: number, to: number): void;
  gatherVectors(n: number, order: number, x: number, to: number): void;
  scatterVectors(n: number, order: number, from: number, x: number): void;
  moveParticles(
    n: number,
    order: number,
    deltaV: number,
    seconds: number,
    v: number,
    x: number,
    nextV: number,
    nextX: number,
  ): void;
  computeResidual(
    n: number,
    rowStart: number,
    neighbour: number,
    traits: number,
    x: number,
    particle: number,
    impulse: number,
    v: number,
    deltaV: number,
    seconds: number,
    out: number,
    result: number,
    scratch: number,
  ): void;
  computeTargetResidual(
    n: number,
    rowStart: number,
    neighbour: number,
    traits: number,
    x: number,
    to: number,
    particle: number,
    impulse: number,
    v: number,
    seconds: number,
    out: number,
  ): void;
  solveForward(
    first: number,
    end: number,
    descriptors: number,
    values: number,
    rows: number,
    y: number,
    scratch: number,
  ): void;
  solveBackward(
    first: number,
    end: number,
    descriptors: number,
    values: number,
    rows: number,
    y: number,
    scratch: number,
  ): void;
  assembleBlocks(
    n: number,
    rowStart: number,
    neighbour: number,
    traits: number,
    stiffness: number,
    x: number,
    particle: number,
    numbers: number,
    b: number,
    rows: number,
    blocks: number,
    scratch: number,
  ): void;
  subtractStiffness(
    n: number,
    rowStart: number,
    columns: number,
    blocks: number,
    particle: number,
    factors: number,
    v: number,
    b: number,
    result: number,
  ): void;
  sweepBlocks(
    n: number,
    rowStart: number,
    columns: number,
    blocks: number,
    rows: number,
    b: number,
    from: number,
    to: number,
  ): void;
  applyInverses(n: number, rows: number, b: number, out: number): void;
  computeBlockResidual(
    n: number,
    rowStart: number,
    columns: number,
    blocks: number,
    rows: number,
    b: number,
    x: number,
    result: number,
  ): void;
  solveBlocks(
    n: number,
    matrix: number,
    rows: number,
    bound: number,
    r: number,
    inertia: number,
    p: number,
    q: number,
    z: number,
    y: number,
    startsFromY: number,
    numbers: number,
  ): void;
  roundPositions(mesh: number): void;
  fitTree(mesh: number, tree: number): void;
  searchTree(mesh: number, tree: number, isStill: number): void;
  searchTrees(mesh: number, treeA: number, treeB: number, isStill: number): void;
  searchMarked(mesh: number, treeA: number, treeB: number): void;
  searchNeighbours(mesh: number, isStill: number, marked: number): void;
  sortLists(mesh: number, mostPoint: number, mostTriangle: number, mostEdge: number): void;
  moveEnds(mesh: number, xe: number): number;
  compareArrays(count: number, a: number, b: number, result: number): void;
  computeArraySum(count: number, factor: number, x: number, y: number, out: number): void;
  factorPanel(panel: number, width: number, rows: number, scratch: number): number;
  subtractOuterProduct(b: number, width: number, rows: number, update: number, scratch: number): void;
  dot(n: number, a: number, b: number, result: number): void;
  addScaled(n: number, factor: number, x: number, y: number): void;
  addScaledAndDot(n: number, factor: number, x: number, y: number, z: number, result: number): void;
  computeSum(n: number, factor: number, x: number, y: number, out: number): void;
  computeDifference(n: number, a: number, b: number, out: number): void;
  computeLargest(n: number, a: number, result: number): void;
}

let compiled: Promise<KernelModule | undefined> | undefined;

/** The module, compiled once; undefined where WebAssembly or its SIMD is missing, or a page forbids it. */
export function compileKernels(): Promise<KernelModule | undefined> {
  compiled ??= compile();
  return compiled;
}

async function compile(): Promise<KernelModule | undefined> {
  if (typeof WebAssembly === "undefined" || typeof DecompressionStream === "undefined") return undefined;
  const deflated = Uint8Array.from(atob(PLAIN), (letter) => letter.charCodeAt(0));
  const inflated = new Blob([deflated]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const bytes = await new Response(inflated).arrayBuffer();
  if (!WebAssembly.validate(bytes)) return undefined;
  return WebAssembly.compile(bytes).then(
    (module) => ({ module }),
    () => undefined,
  );
}

export function instantiateKernels({ module }: KernelModule, { memory }: KernelMemory): Kernels {
  const imports = { env: { memory: memory as WebAssembly.Memory } };
  return new WebAssembly.Instance(module as WebAssembly.Module, imports).exports as unknown as Kernels;
}
