import type { Surface } from "../../mesh/surface.ts";
import type { SceneInput, SpringRow } from "../../scene/scene-input.ts";

/** The orders of elimination that the tables compare; what they do to the matrix is seen in the studio's view of it. */
const VARIANTS = (["natural", "cuthill-mckee", "minimum-degree", "nested-dissection"] as const).map((ordering) => ({
  name: ordering,
  title: `Edges, ${ordering}`,
  solver: { method: "linear-edge" as const, ordering },
}));

/** A panel as a scene: it hangs by two vertices, left and right at its top, each edge a spring and each triangle as stiff. */
export function panelScene(title: string, { positions, triangles, material }: Surface): SceneInput {
  const count = positions.length / 3;
  const lengthOf = (i: number, j: number): number => {
    const x = positions[3 * i] - positions[3 * j];
    const z = positions[3 * i + 2] - positions[3 * j + 2];
    return Math.sqrt(x * x + z * z);
  };
  const seen = new Set<string>();
  const springs: SpringRow[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    for (let c = 0; c < 3; c++) {
      const [a, b] = [triangles[t + c], triangles[t + ((c + 1) % 3)]].sort((p, q) => p - q);
      if (seen.has(`${a} ${b}`)) continue;
      seen.add(`${a} ${b}`);
      springs.push([a, b, round(lengthOf(a, b)), 200, "stretch"]);
    }
  }
  const list = (values: ArrayLike<number>, width: number): number[][] =>
    Array.from({ length: values.length / width }, (_, i) => Array.from({ length: width }, (_, c) => round(values[width * i + c])));
  const numbers = Array.from({ length: count }, (_, i) => i);
  const highest = numbers.reduce((least, i) => Math.min(least, positions[3 * i + 2]), 1);
  const top = numbers.filter((i) => positions[3 * i + 2] < highest + 0.05);
  top.sort((a, b) => positions[3 * a] - positions[3 * b]);
  return {
    drape: 1,
    title,
    description: "A panel of irregular triangles, the kind of mesh whose matrix the tables of [Choi13] are about.",
    timestep: 1 / 120,
    duration: 4,
    solver: { method: "linear-edge" },
    variants: VARIANTS,
    cloths: [
      {
        network: {
          positions: list(positions, 3).map(([x, , z]) => [round(x - 0.5), round(1.2 - z), round(0.01 * x)]),
          masses: 0.2 / count,
          springs,
          triangles: list(triangles, 3),
          ...(material === undefined ? {} : { material: list(material, 2) }),
          triangleStiffness: { u: 200, v: 200, shearU: 200, shearV: 200 },
          bendModulus: 1e-5,
        },
        damping: { viscous: 1e-5 },
        pins: [top[0], top[top.length - 1]],
      },
    ],
    camera: { position: [1, 1, 2.2], target: [0, 0.65, 0] },
    floor: 0,
  };
}

/** To a hundredth of a millimetre, for a scene file that people can read. */
export function round(value: number): number {
  return Math.round(1e5 * value) / 1e5;
}
