import { InputError } from "../core/errors.ts";
import { isClosed } from "../mesh/orient-triangles.ts";
import type { Surface } from "../mesh/surface.ts";
import type { Topology } from "../mesh/topology.ts";
import type { ClothSpec } from "./fields/cloth-field.ts";

/** What tears is judged by the stiffness of its fabric along warp and weft. */
export function checkTear({ path, springs, triangleStiffness }: ClothSpec, surface: Surface | undefined): void {
  const hindrance =
    surface === undefined
      ? "a network"
      : surface.material === undefined
        ? "a mesh without flat rest coordinates (u, v)"
        : springs !== undefined || triangleStiffness !== undefined
          ? "raw stiffness"
          : undefined;
  if (hindrance === undefined) return;
  throw new InputError(`${path}.tear`, `true with ${hindrance}`, "let a grid, a disk or a garment of a fabric tear");
}

/** Only a closed surface that faces one way has an inside. */
export function checkPressure({ pressure, path }: ClothSpec, topology: Topology | undefined, triangles: Uint32Array): void {
  if (pressure === undefined || pressure === 0 || (topology !== undefined && isClosed(topology, triangles))) return;
  const found = topology === undefined ? "no triangles" : "an open surface, or triangles that face both ways";
  throw new InputError(`${path}.pressure`, `${pressure} on ${found}`, 'give a closed surface, such as a disk with "sides": 2');
}
