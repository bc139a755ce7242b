import { type Corners, cornerOf } from "./corners.ts";
import { nextCorner } from "./next-corner.ts";

/** The triangles around a vertex, one after the other. */
export interface Fan {
  /** The corners of the vertex; where it lies on the border, from one border edge to the other. */
  readonly corners: readonly number[];
  /** A corner that faces the edge between each triangle and the next one; in a closed fan also between the last and the first. */
  readonly between: readonly number[];
  readonly isClosed: boolean;
}

/** The fan of vertex i; of several that meet there in a point only, the first one that has a border. */
export function findFan(triangles: Uint32Array, { opposite, start, corners }: Corners, i: number): Fan {
  let first = corners[start[i]];
  let facing = nextCorner(first); // the edge of i through which the fan is left
  let isClosed = true;
  for (let k = start[i]; k < start[i + 1] && isClosed; k++) {
    for (let other = nextCorner(corners[k]); other !== corners[k]; other = nextCorner(other)) {
      if (opposite[other] >= 0) continue;
      first = corners[k];
      facing = thirdCorner(first, other);
      isClosed = false;
      break;
    }
  }
  const fan = [first];
  const between: number[] = [];
  for (let across = opposite[facing]; across >= 0; across = opposite[facing]) {
    between.push(facing);
    const t = Math.floor(across / 3);
    const corner = cornerOf(triangles, t, i);
    if (corner === first) break;
    fan.push(corner);
    facing = thirdCorner(corner, across);
  }
  return { corners: fan, between, isClosed };
}

/** The corner of a triangle besides two of them. */
function thirdCorner(a: number, b: number): number {
  const next = nextCorner(a);
  return next === b ? nextCorner(next) : next;
}
