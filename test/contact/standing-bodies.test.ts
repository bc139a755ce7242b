import { expect, test } from "vitest";
import { createBroadPhase } from "../../src/contact/search/broad-phase.ts";
import { BODY_GROUP, createCollisionMesh } from "../../src/contact/search/collision-mesh.ts";
import { createPairList, type PairBuffer } from "../../src/contact/search/pair-list.ts";
import { createRandom } from "../../src/core/random.ts";
import { createGrid } from "../../src/mesh/grid.ts";
import { requireContactKernels } from "../kernels/support.ts";

const SIDE = 20;
const COUNT = SIDE * SIDE;
const { triangles } = createGrid({ columns: SIDE, rows: SIDE, width: 1, height: 1 });
/** A cloth and a body of the same form; its vertices come behind. */
const mesh = createCollisionMesh(
  2 * COUNT,
  Uint32Array.of(...triangles, ...triangles.map((corner) => corner + COUNT)),
  new Uint32Array((2 * triangles.length) / 3).fill(BODY_GROUP).fill(BODY_GROUP + 1, 0, triangles.length / 3),
);

const listed = ({ data, count }: PairBuffer): string => data.subarray(0, 2 * count).join();

/** What bodies do in each step: they stand, move, or are somewhere else at once and stand there. */
const COURSE = "sssmmssjsssmjss";
const FAR = 40;

test("what is known of bodies that stand finds what is found when they are looked at each time", async () => {
  const module = await requireContactKernels();
  const standing = { since: 0 };
  const keeping = createBroadPhase(mesh, "tree", { standing }, module);
  const looking = createBroadPhase(mesh, "tree", {}, module);
  const [found, expected] = [createPairList(), createPairList()];
  const random = createRandom(7);
  const body = { height: 0, rise: 0 };
  let placements = 0;
  let pairs = 0;
  let added = 0;

  /** Cloth somewhere above the body; every fifth time one vertex is far away, and the lattice is another. */
  function scatter(n: number, height: number, isFar: boolean): Float64Array {
    const x = new Float64Array(6 * COUNT);
    for (let i = 0; i < COUNT; i++) {
      const [u, v] = [(i % SIDE) / SIDE, Math.floor(i / SIDE) / SIDE];
      x.set([u, 0.004 * random() * (1 + (n % 3)), v], 3 * i);
      x.set([u + 0.013, height, v + 0.017], 3 * (i + COUNT));
    }
    if (isFar) x[0] = FAR;
    return x;
  }

  for (const [n, what] of [...COURSE].entries()) {
    if (what === "j") body.height += 0.003;
    body.rise = what === "m" ? 0.002 : 0;
    if (n === 0 || what === "j" || COURSE[n - 1] === "m") placements++;
    standing.since = what === "m" ? 0 : placements;
    const isFar = n % 5 === 4;
    const xs = scatter(n, body.height, isFar);
    body.height += body.rise;
    for (const phase of [keeping, looking]) {
      const out = phase === keeping ? found : expected;
      phase.findMeeting(xs, xs, 0.003, 0.0005, out);
    }
    const xe = scatter(n + 1, body.height, isFar);
    keeping.findMeeting(xs, xe, 0.003, 0.0005, found);
    looking.findMeeting(xs, xe, 0.003, 0.0005, expected);
    pairs += found.pointTriangles.count + found.edgeEdges.count;
    expect(listed(found.pointTriangles)).toBe(listed(expected.pointTriangles));
    expect(listed(found.edgeEdges)).toBe(listed(expected.edgeEdges));
    const before = found.pointTriangles.count;
    for (let i = 0; i < COUNT; i += 40) xe[3 * i + 1] -= 0.01;
    keeping.addMeeting(xe, found);
    looking.addMeeting(xe, expected);
    added += found.pointTriangles.count - before;
    expect(listed(found.pointTriangles)).toBe(listed(expected.pointTriangles));
    expect(listed(found.edgeEdges)).toBe(listed(expected.edgeEdges));
  }
  expect(pairs).toBeGreaterThan(1000);
  expect(added).toBeGreaterThan(0);
});
