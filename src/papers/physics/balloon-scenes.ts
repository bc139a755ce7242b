import { cos, sin } from "../../core/trig.ts";
import type { SceneInput, SpringRow } from "../../scene/scene-input.ts";

/** Rings from a pole to the rim, and meridians. */
export interface PolarMesh {
  readonly rings: number;
  readonly meridians: number;
}

const PRESSURE = 100;
const DENSITY = 0.15;
/** Stretch of the gores' meridians under the pressure: about a thousandth [N/m]. */
const STIFFNESS = 3e4;
/** Membrane stiffness of the triangles [N/m]: soft enough that linear steps bring them to rest; and that of the first edition. */
const TRIANGLE_STIFFNESS = 4e4;
const FIRST_STIFFNESS = 2e5;
/**
 * Nothing but the polygon keeps meridians apart evenly where the rings are slack: a weak pull around does, of less than a hundredth of the tension
 * along them [N/m].
 */
const EVENING = 0.1;
/** [1/s] */
const DAMPING = 6;

export const GORE = { timestep: 1 / 30, steps: 200 } as const;
/** Of the balloons of triangles, which start as a lens. */
export const TRIANGLES = { timestep: 1 / 15, steps: 200 } as const;
/** Of the one that starts flat, as the first edition's did. */
export const FLAT = { timestep: 1 / 60, steps: 180, rings: 9 } as const;

/** Vertex 0 is the upper pole, 1 the lower; then the rings from the upper pole over the rim to the lower. Positions are a lens, rest those of the flat disks. */
function polarLens({ rings, meridians }: PolarMesh): {
  positions: number[][];
  rest: [number, number][];
  triangles: number[][];
  vertex(level: number, m: number): number;
} {
  const levels = 2 * rings - 1;
  const positions: number[][] = [
    [0, 1 - cos(1), 0],
    [0, cos(1) - 1, 0],
  ];
  const rest: [number, number][] = [
    [0, 0],
    [0, 0],
  ];
  const triangles: number[][] = [];
  const vertex = (level: number, m: number): number => {
    if (level < 0) return 0;
    if (level >= levels) return 1;
    return 2 + level * meridians + (m % meridians);
  };
  for (let level = 0; level < levels; level++) {
    const r = Math.min(level + 1, levels - level) / rings;
    for (let m = 0; m < meridians; m++) {
      const angle = (2 * Math.PI * m) / meridians;
      const height = (cos(r) - cos(1)) * (level < rings ? 1 : -1);
      positions.push([sin(r) * cos(angle), height, sin(r) * sin(angle)]);
      rest.push([r * cos(angle), r * sin(angle)]);
    }
  }
  for (let level = -1; level < levels; level++) {
    for (let m = 0; m < meridians; m++) {
      const [a, b] = [vertex(level, m), vertex(level + 1, m)];
      const [c, d] = [vertex(level + 1, m + 1), vertex(level, m + 1)];
      const cell = m % 2 === 0 ? [a, c, b, a, d, c] : [a, d, b, d, c, b]; // diagonals that mirror each other do not twist it
      for (const corners of [cell.slice(0, 3), cell.slice(3)]) if (new Set(corners).size === 3) triangles.push(corners);
    }
  }
  return { positions, rest, triangles, vertex };
}

/**
 * The balloon as gores: springs along the meridians from pole to pole, and rings of springs that pull and do not push, as cloth wrinkles where it is
 * compressed.
 */
export function goreScene(mesh: PolarMesh): SceneInput {
  const { rings, meridians } = mesh;
  const { positions, triangles, vertex } = polarLens(mesh);
  const levels = 2 * rings - 1;
  const springs: SpringRow[] = [];
  for (let level = -1; level < levels; level++) {
    const r = Math.min(level + 1, levels - level) / rings;
    for (let m = 0; m < meridians; m++) {
      springs.push([vertex(level, m), vertex(level + 1, m), 1 / rings, STIFFNESS, "stretch"]);
      if (level < 0) continue;
      springs.push([vertex(level, m), vertex(level, m + 1), 2 * r * sin(Math.PI / meridians), STIFFNESS, "stretch"]);
      springs.push([vertex(level, m), vertex(level, m + 1), 1e-3 * r, EVENING, "bend"]);
    }
  }
  return networkScene(positions, springs, triangles, DAMPING, GORE);
}

/** The balloon as triangles with edges along its meridians: every edge, the slanted ones too, is a spring k = Y (A₁ + A₂)/l² [VanGelder98] that pulls and does not push. */
export function meridianScene(mesh: PolarMesh): SceneInput {
  const { positions, rest, triangles } = polarLens(mesh);
  const distance = (i: number, j: number): number => {
    const [x, y] = [rest[i][0] - rest[j][0], rest[i][1] - rest[j][1]];
    return Math.sqrt(x * x + y * y);
  };
  const areas = new Map<string, number>();
  for (const [i, j, k] of triangles) {
    const [[ax, ay], [bx, by], [cx, cy]] = [rest[i], rest[j], rest[k]];
    const area = 0.5 * Math.abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
    for (const [a, b] of [
      [i, j],
      [j, k],
      [k, i],
    ]) {
      const key = `${Math.min(a, b)} ${Math.max(a, b)}`;
      areas.set(key, (areas.get(key) ?? 0) + area);
    }
  }
  const springs = [...areas].map(([key, area]): SpringRow => {
    const [i, j] = key.split(" ").map(Number);
    const length = distance(i, j);
    return [i, j, length, (TRIANGLE_STIFFNESS * area) / (length * length), "stretch"];
  });
  return networkScene(positions, springs, triangles, 1.5, TRIANGLES);
}

/** The balloon as two disks of nearly equilateral triangles, sewn at the rim, with the same springs along their edges; blown up from flat or from a lens. */
export function diskScene(rings: number, start: "lens" | "flat"): SceneInput {
  const stiffness = start === "lens" ? TRIANGLE_STIFFNESS : FIRST_STIFFNESS;
  return balloonScene(
    {
      disk: { rings, radius: 1, sides: 2, v: [0, 0, -1] },
      ...(start === "lens" ? { positions: lensOfDisk(rings) } : {}),
      stretch: "free",
      fabric: {
        base: "cotton",
        density: DENSITY,
        bending: 0,
        damping: 3,
        stretchWarp: stiffness,
        stretchWeft: stiffness,
        shear: stiffness / 4,
      },
    },
    start === "lens" ? TRIANGLES : FLAT,
  );
}

/** The first vertex of a ring of such a disk. */
export function ringStart(ring: number): number {
  return ring === 0 ? 0 : 1 + 3 * ring * (ring - 1);
}

/** Front, rim and back of the double disk as a lens, in its order. */
function lensOfDisk(rings: number): number[] {
  const positions: number[] = [];
  for (const side of [1, -1]) {
    for (let ring = 0; ring <= (side > 0 ? rings : rings - 1); ring++) {
      const r = ring / rings;
      for (let m = 0; m < Math.max(1, 6 * ring); m++) {
        const angle = ring === 0 ? 0 : (2 * Math.PI * m) / (6 * ring);
        positions.push(...[sin(r) * cos(angle), side * (cos(r) - cos(1)), -sin(r) * sin(angle)].map((value) => Number(value.toFixed(7))));
      }
    }
  }
  return positions;
}

function networkScene(
  positions: number[][],
  springs: SpringRow[],
  triangles: number[][],
  damping: number,
  time: { readonly timestep: number; readonly steps: number },
): SceneInput {
  const masses = (2 * Math.PI * DENSITY) / positions.length;
  return balloonScene({ network: { positions, masses, springs, triangles }, damping: { viscous: damping * masses } }, time);
}

function balloonScene(
  cloth: Record<string, unknown>,
  { timestep, steps }: { readonly timestep: number; readonly steps: number },
): SceneInput {
  return {
    drape: 1,
    title: "Mylar balloon",
    gravity: [0, 0, 0],
    timestep,
    duration: timestep * steps,
    solver: { method: "implicit-euler", tolerance: 1e-5 },
    cloths: [{ ...cloth, pressure: PRESSURE, springModel: "asymmetric" }],
    camera: { position: [1.6, 1, 2.2], target: [0, 0, 0] },
  };
}
