import type { Json } from "../scene/sample-scenes.ts";
import type { Draws } from "./draws.ts";
import { show } from "./mutation.ts";

/** The same cloth several times over itself, a little apart or not at all. */
export function stackCloths(scene: Json, draws: Draws): string | undefined {
  const cloth = draws.one<Json>(scene.cloths);
  const count = draws.one([1, 2, 4, 10]);
  const apart = draws.one([0, 0, 1e-9, 1e-3, 0.01]);
  const { name: _, ...rest } = cloth;
  for (let n = 1; n <= count; n++) {
    const copy = copyOf(rest);
    if (copy === undefined) return undefined;
    for (const place of [copy.grid, copy.disk]) if (Array.isArray(place?.origin)) place.origin[1] += n * apart;
    if (Array.isArray(copy.positions)) for (let c = 1; c < copy.positions.length; c += 3) copy.positions[c] += n * apart;
    scene.cloths.push(copy);
  }
  scene.collision = { ...scene.collision, self: true };
  return `${count + 1} cloths over each other, ${apart} m apart`;
}

/** Undefined of what is nested too deep. */
function copyOf(value: Json): Json {
  try {
    return structuredClone(value);
  } catch {
    return undefined;
  }
}

/** A vertex, or a few, a long way from where it was. */
export function moveVertex(scene: Json, draws: Draws): string | undefined {
  const cloth = draws.one<Json>(scene.cloths);
  const way = draws.one([1, 30, 1e3, 80e3, 80e3, 1e8, 9e8, 1.1e9]);
  const list: unknown = cloth.positions ?? cloth.network?.positions ?? cloth.mesh?.positions;
  if (!Array.isArray(list) || list.length === 0) return placeCloth(cloth, draws, way);
  const place = draws.integer(0, list.length - 1);
  if (Array.isArray(list[place])) list[place][draws.integer(0, 2)] += way;
  else list[place] += way;
  return `a vertex ${way} m away`;
}

/** A grid with positions of its own, of which one is far. */
function placeCloth(cloth: Json, draws: Draws, way: number): string | undefined {
  const { grid } = cloth;
  if (!(grid?.columns * grid?.rows > 3)) return undefined;
  const [x, y, z] = grid.origin ?? [0, 0, 0];
  const positions: number[] = [];
  for (let r = 0; r < grid.rows; r++) {
    for (let c = 0; c < grid.columns; c++) {
      positions.push(x + (grid.width * c) / (grid.columns - 1), y, z + ((grid.height ?? 1) * r) / (grid.rows - 1));
    }
  }
  positions[draws.integer(0, positions.length - 1)] += way;
  cloth.positions = positions;
  return `a vertex ${way} m away from a flat sheet`;
}

/** A body through the cloth, or far from all. */
export function moveCollider(scene: Json, draws: Draws): string {
  const height = draws.one([-1e9, -1, 0.3, 0.6, 1, 1.3, 1.6, 2.5, 1e6, 1e9]);
  scene.colliders ??= [];
  const kind = draws.integer(0, 3);
  if (kind === 0)
    scene.colliders.push({
      plane: {
        point: [0, height, 0],
        normal: draws.one([
          [0, 1, 0],
          [0, -1, 0],
          [1, 1, 0],
        ]),
      },
    });
  else if (kind === 1) scene.colliders.push({ sphere: { center: [0, height, 0], radius: draws.one([1e-9, 0.1, 1, 1e3, 1e9]) } });
  else if (kind === 2) scene.colliders.push({ box: { center: [0, height, 0], halfSizes: [1, draws.one([1e-9, 0.1, 1e6]), 1] } });
  else scene.colliders.push({ mesh: tetrahedron(height, draws.one([1e-6, 0.2, 1, 1e3, 1e8])) });
  const body = scene.colliders.at(-1);
  if (draws.chance(0.3)) {
    const speed = draws.one([1, 100, 1e6, 1e9]);
    body.motion = {
      keyframes: [
        { at: 0, offset: [0, 0, 0] },
        { at: 1, offset: [0, speed, 0] },
      ],
    };
  }
  if (draws.chance(0.3)) body.motion = { rotation: { axis: [0, 0, 1], center: [0, 0, 0], speed: draws.one([1, 100, 1e6, 1e9]) } };
  if (draws.chance(0.3)) body.thickness = draws.one([0, 0.1, 1, 1e6]);
  return `a body ${show(body)}`;
}

function tetrahedron(height: number, size: number): Json {
  const positions = [
    [-1, 0, -1],
    [1, 0, -1],
    [0, 0, 1],
    [0, 1, 0],
  ].map(([x, y, z]) => [size * x, height + size * y, size * z]);
  return {
    positions,
    triangles: [
      [0, 1, 2],
      [0, 3, 1],
      [1, 3, 2],
      [2, 3, 0],
    ],
  };
}
