import { expect, test } from "vitest";
import { createBroadPhase } from "../../src/contact/search/broad-phase.ts";
import { createCollisionMesh } from "../../src/contact/search/collision-mesh.ts";
import { createPairList, type PairBuffer } from "../../src/contact/search/pair-list.ts";
import { createGrid } from "../../src/mesh/grid.ts";
import { requireContactKernels } from "../kernels/support.ts";

const SIDE = 60;
const STEPS = 16;
const { triangles } = createGrid({ columns: SIDE, rows: SIDE, width: 1, height: 1 });
const mesh = createCollisionMesh(SIDE * SIDE, triangles);

/** Layers side by side, 1 mm apart at first and all in one plane in the end: triangles that were near each other are far apart then. */
function unfolded(part: number): Float64Array {
  const layers = 6;
  const x = new Float64Array(3 * SIDE * SIDE);
  for (let i = 0; i < SIDE * SIDE; i++) {
    const [u, v] = [(layers * (i % SIDE)) / SIDE, Math.floor(i / SIDE) / SIDE];
    const layer = Math.floor(u);
    const along = layer % 2 === 0 ? u - layer : 1 + layer - u;
    x.set([((1 - part) * along + part * u) / layers, 0.001 * (1 - part) * layer, v], 3 * i);
  }
  return x;
}

const listed = ({ data, count }: PairBuffer): string => data.subarray(0, 2 * count).join();

test("while trees are sorted anew beside the searches, these find what they always find", async () => {
  const kernels = createBroadPhase(mesh, "tree", {}, await requireContactKernels());
  const plain = createBroadPhase(mesh, "tree");
  const [found, expected] = [createPairList(), createPairList()];
  const orders = new Set<string>();
  let pairs = 0;
  for (let n = 0; n < STEPS; n++) {
    const [xs, xe] = [unfolded(n / STEPS), unfolded((n + 1) / STEPS)];
    kernels.findMeeting(xs, xe, 0.002, 0.0005, found);
    plain.findMeeting(xs, xe, 0.002, 0.0005, expected);
    pairs += found.edgeEdges.count;
    expect(listed(found.pointTriangles)).toBe(listed(expected.pointTriangles));
    expect(listed(found.edgeEdges)).toBe(listed(expected.edgeEdges));
    orders.add(kernels.kernels?.sorted.slots[0].join() ?? "");
  }
  expect(pairs).toBeGreaterThan(1000);
  expect(orders.size).toBeGreaterThan(1); // sorted again
  expect(orders.size).toBeLessThan(STEPS / 3); // a few searches later each time
});
