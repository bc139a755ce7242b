import { type CollisionMesh, createCollisionMesh } from "../../src/contact/search/collision-mesh.ts";
import { createGrid, type GridOptions } from "../../src/mesh/grid.ts";

/** Surfaces that may pass through each other. */
export interface Tangle {
  readonly mesh: CollisionMesh;
  readonly x: Float64Array;
  readonly inverseMass: Float64Array;
}

interface Part {
  readonly positions: ArrayLike<number>;
  readonly triangles: ArrayLike<number>;
  /** 0 is a body. Cloth 2 weighs half as much as cloth 1. */
  readonly group: number;
}

export function combine(...parts: Part[]): Tangle {
  const positions: number[] = [];
  const triangles: number[] = [];
  const groups: number[] = [];
  const inverseMass: number[] = [];
  for (const part of parts) {
    const first = positions.length / 3;
    positions.push(...Array.from(part.positions));
    triangles.push(...Array.from(part.triangles, (v) => v + first));
    groups.push(...Array.from({ length: part.triangles.length / 3 }, () => part.group));
    inverseMass.push(...Array.from({ length: part.positions.length / 3 }, () => 500 * part.group));
  }
  return {
    mesh: createCollisionMesh(positions.length / 3, Uint32Array.from(triangles), Uint32Array.from(groups)),
    x: Float64Array.from(positions),
    inverseMass: Float64Array.from(inverseMass),
  };
}

type Point = [number, number, number];

/** A horizontal sheet of 20 cm with a vertex every centimetre, turned a little, so that nothing lies along anything. */
export function sheet(
  group: number,
  options: Partial<GridOptions>,
  bend: (x: number, y: number, z: number) => Point = (x, y, z) => [x, y, z],
): Part {
  const frame = { u: [1, 0, 0.03 * group], v: [-0.03 * group, 0, 1] } as const;
  const { positions, triangles } = createGrid({
    columns: 21,
    rows: 21,
    width: 0.2,
    height: 0.2,
    ...frame,
    origin: [-0.1, 0, -0.1],
    ...options,
  });
  for (let i = 0; i < positions.length; i += 3) {
    positions.set(bend(positions[i], positions[i + 1], positions[i + 2]), i);
  }
  return { positions, triangles, group };
}

/** From 1 at the middle to 0 at 5 cm from it. */
const hill = (x: number, z: number): number => Math.max(0, 1 - (x * x + z * z) / 0.05 ** 2) ** 2;

/** A horizontal sheet, and a vertical one whose left border has come 2 cm into the right border of the first one. */
export function crossedBorders(): Tangle {
  return combine(
    sheet(1, { origin: [-0.2, 0.0011, -0.1] }),
    sheet(2, { u: [1, 0.02, 0.01], v: [0, -1, 0.02], origin: [-0.0204, 0.1, 0.003] }),
  );
}

/** Two flat sheets that cross each other over their whole width, one tilted by 11°, with its border 2 cm through the other. */
export function crossedSheets(): Tangle {
  return combine(sheet(1, {}), sheet(2, { u: [1, 0.2, 0.01], v: [0, 0.01, 1], origin: [-0.083, -0.02, -0.097] }));
}

/** Two flat sheets, 3 mm apart but for a dent that goes 2 cm through the other sheet. */
export function dent(): Tangle {
  return combine(
    sheet(1, {}),
    sheet(2, { origin: [-0.0993, 0.003, -0.1009] }, (x, y, z) => [x, y - 0.023 * hill(x, z), z]),
  );
}

/** Two wavy sheets, each 2 cm through the other in many places. */
export function waves(): Tangle {
  return combine(
    sheet(1, {}, (x, y, z) => [x, y + 0.01 * Math.sin(40 * x) * Math.sin(35 * z + 1), z]),
    sheet(2, {}, (x, y, z) => [x + 0.002, y + 0.001 + 0.01 * Math.sin(50 * x + 1) * Math.sin(45 * z), z]),
  );
}

/** A vertical sheet of half the width whose lower border is 2 cm below the middle of a horizontal one. */
export function pushedThrough(): Tangle {
  const upright = { u: [1, 0.01, 0.04], v: [0.02, -1, 0.03], origin: [-0.0497, 0.18, 0.0013] } as const;
  return combine(sheet(1, {}), sheet(2, { columns: 11, width: 0.1, ...upright }));
}

/** A long sheet, folded once, above itself by twice the radius of the fold but for what `height` takes away. */
function folded(radius: number, height: (x: number, z: number, along: number) => number): Tangle {
  const bend = (x: number, _: number, z: number): Point => {
    const angle = (x - 0.15) / radius;
    if (angle < 0) return [x, 0, z];
    if (angle < Math.PI) return [0.15 + radius * Math.sin(angle), radius * (1 - Math.cos(angle)), z];
    const along = radius * (angle - Math.PI);
    return [0.15 - along, 2 * radius - height(0.15 - along, z, along), z + 0.0137];
  };
  return combine(sheet(1, { columns: 41, width: 0.4, origin: [0, 0, 0] }, bend));
}

/** A folded sheet with a dent of the upper half in the lower one, 2 cm deep. */
export function foldWithDent(): Tangle {
  return folded(0.01, (x, z) => 0.04 * hill(x - 0.05, z - 0.1));
}

/** A folded sheet whose upper half slopes down until its border is through the lower one. */
export function foldThroughItself(): Tangle {
  return folded(0.02, (_x, _z, along) => 0.35 * along);
}

/** A fixed sphere of 10 cm. */
function ball(): Part {
  const [rows, columns, radius] = [16, 24, 0.1];
  const positions: number[] = [0, radius, 0, 0, -radius, 0];
  for (let r = 1; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const [polar, around] = [(Math.PI * r) / rows, (2 * Math.PI * (c + 0.3)) / columns];
      const across = radius * Math.sin(polar);
      positions.push(across * Math.cos(around), radius * Math.cos(polar), -across * Math.sin(around));
    }
  }
  const at = (r: number, c: number): number => 2 + (r - 1) * columns + (c % columns);
  const triangles: number[] = [];
  for (let c = 0; c < columns; c++) {
    triangles.push(0, at(1, c), at(1, c + 1), 1, at(rows - 1, c + 1), at(rows - 1, c));
    for (let r = 1; r + 1 < rows; r++) {
      triangles.push(at(r, c), at(r + 1, c), at(r + 1, c + 1), at(r, c), at(r + 1, c + 1), at(r, c + 1));
    }
  }
  return { positions, triangles, group: 0 };
}

/** A sheet with a corner in a fixed sphere. */
export function cornerInBall(): Tangle {
  return combine(sheet(1, { origin: [0.05, 0.03, 0.04], u: [1, 0.1, 0], v: [0, 0.15, 1] }), ball());
}

/** A flat sheet into which the top of a fixed sphere reaches by 2 cm. */
export function ballThroughSheet(): Tangle {
  return combine(sheet(1, { origin: [-0.0993, 0.0801, -0.1009] }), ball());
}

/** A small sheet all within a fixed sphere. */
export function sheetInBall(): Tangle {
  return combine(sheet(1, { width: 0.05, height: 0.05, origin: [-0.02, 0, -0.02] }), ball());
}

/** A fixed thorn, 2 cm through a single triangle of a coarse sheet. */
export function thorn(): Tangle {
  const positions = [0.003, 0.02, 0.006, 0.006, -0.1, 0.006, 0, -0.1, 0.01, 0, -0.1, 0.002];
  return combine(sheet(1, { columns: 11, rows: 11 }), {
    positions,
    triangles: [0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2],
    group: 0,
  });
}
