import { createRandom } from "../../src/core/random.ts";
import { type Cloth, NO_HINGES } from "../../src/fabric/cloth.ts";
import { assembleCloth } from "../../src/fabric/make-cloth.ts";
import { createSpringList } from "../../src/fabric/spring-list.ts";
import { uniformSurface } from "./uniform-surface.ts";

const SIDE = 4;

export interface RandomTriangles {
  readonly cloth: Cloth;
  /** [m], packed x, y, z; the sheet turned, stretched, sheared and crumpled. */
  readonly positions: Float64Array;
}

/**
 * A crooked sheet of 4 × 4 particles, about 0.8 m wide, that has triangles only; each has four stiffnesses of its own between 20 and
 * 200 N/m, some turn one way and some the other, and particles are numbered at random. The same seed gives the same sheet.
 */
export function randomTriangles(seed: number): RandomTriangles {
  const random = createRandom(seed);
  const between = (low: number, high: number): number => low + (high - low) * random();
  const count = SIDE * SIDE;
  const number = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [number[i], number[j]] = [number[j], number[i]];
  }
  const material = new Float64Array(2 * count);
  const positions = new Float64Array(3 * count);
  const map = Array.from({ length: 6 }, () => between(-1.2, 1.2));
  number.forEach((i, n) => {
    const u = 0.25 * (n % SIDE) + between(-0.05, 0.05);
    const v = 0.25 * Math.floor(n / SIDE) + between(-0.05, 0.05);
    material.set([u, v], 2 * i);
    for (let c = 0; c < 3; c++) positions[3 * i + c] = map[2 * c] * u + map[2 * c + 1] * v + between(-0.1, 0.1);
  });
  const corners: number[] = [];
  for (let r = 0; r + 1 < SIDE; r++) {
    for (let c = 0; c + 1 < SIDE; c++) {
      const a = r * SIDE + c;
      const [first, second] = random() < 0.5 ? [a, a + SIDE + 1] : [a + 1, a + SIDE];
      const [third, fourth] = first === a ? [a + 1, a + SIDE] : [a, a + SIDE + 1];
      corners.push(first, second, third, second, first, fourth);
    }
  }
  const triangles = Uint32Array.from(corners, (corner) => number[corner]);
  const cloth = assembleCloth([
    {
      name: "random triangles",
      particleCount: count,
      viscousDamping: new Float64Array(count),
      ...uniformSurface(count, { friction: 0.3, thickness: 0.001 }),
      springs: createSpringList().finish(),
      hinges: NO_HINGES,
      triangles,
      material,
      triangleStiffness: Float64Array.from({ length: (4 * triangles.length) / 3 }, () => between(20, 200)),
    },
  ]);
  return { cloth, positions };
}
