import { describe, expect, test } from "vitest";
import type { Cloth } from "../../src/fabric/cloth.ts";
import type { Fabric } from "../../src/fabric/fabric.ts";
import { fabricPart } from "../../src/fabric/fabric-cloth.ts";
import { findFabric } from "../../src/fabric/fabrics.ts";
import { assembleCloth } from "../../src/fabric/make-cloth.ts";
import { SHEAR_MODELS, type ShearModel } from "../../src/fabric/triangle-stiffness.ts";
import { createForces, sumEnergy } from "../../src/forces/catalog.ts";
import { triangleTerms } from "../../src/forces/triangle-terms.ts";
import { createDisk } from "../../src/mesh/disk.ts";
import { createGrid } from "../../src/mesh/grid.ts";
import type { Surface } from "../../src/mesh/surface.ts";
import { buildTopology } from "../../src/mesh/topology.ts";
import { restArea } from "../fabric/deform.ts";

const SMALL = 1e-5;
const MESHES: readonly [string, Surface][] = [
  ["a grid of right triangles, 3 × 4", createGrid({ columns: 3, rows: 4, width: 0.5, height: 0.9 })],
  ["a grid of right triangles, 9 × 13", createGrid({ columns: 9, rows: 13, width: 0.5, height: 0.9 })],
  ["a grid of equilateral triangles, 4 × 4", createGrid({ columns: 4, rows: 4, width: 0.6, triangles: "equilateral" })],
  ["a grid of equilateral triangles, 11 × 9", createGrid({ columns: 11, rows: 9, width: 0.6, triangles: "equilateral" })],
  ["a disk of 3 rings", createDisk({ rings: 3, radius: 0.4 })],
  ["a disk of 7 rings", createDisk({ rings: 7, radius: 0.4 })],
];

function makeCloth(surface: Surface, fabric: Fabric, shearModel: ShearModel): Cloth {
  const topology = buildTopology(surface.positions.length / 3, surface.triangles);
  return assembleCloth([fabricPart(surface, topology, fabric, { shearModel })]);
}

/** Energy per area of the flat sheet moved by (u, v) → (x, y). */
function energyDensity(surface: Surface, fabric: Fabric, shear: ShearModel, map: readonly number[]): number {
  const cloth = makeCloth(surface, fabric, shear);
  const air = { gravity: new Float64Array(3), wind: undefined, seed: 1 };
  const { elastic } = createForces(cloth, air, { membrane: triangleTerms, shear, bending: false });
  const x = new Float64Array(3 * cloth.particleCount);
  for (let i = 0; i < cloth.particleCount; i++) {
    const [u, v] = cloth.material.subarray(2 * i, 2 * i + 2);
    x.set([map[0] * u + map[1] * v, map[2] * u + map[3] * v, 0.3], 3 * i);
  }
  return sumEnergy(elastic, x) / restArea(surface);
}

describe.each(MESHES)("on %s", (_, surface) => {
  describe.each(SHEAR_MODELS)("with shear by %s", (shear) => {
    test.each(["cotton", "jersey", "rubber"])("%s has its own stiffness in stretch and in shear", (name) => {
      const fabric = findFabric(name);
      const unit = 0.5 * SMALL * SMALL;
      const density = (...map: number[]): number => energyDensity(surface, fabric, shear, map) / unit;
      expect(Math.abs(density(1 + SMALL, 0, 0, 1) / fabric.stretchWarp - 1)).toBeLessThan(1e-4);
      expect(Math.abs(density(1, 0, 0, 1 + SMALL) / fabric.stretchWeft - 1)).toBeLessThan(1e-4);
      expect(Math.abs(density(1, SMALL, 0, 1) / fabric.shear - 1)).toBeLessThan(1e-4);
      expect(Math.abs(density(1, 0, SMALL, 1) / fabric.shear - 1)).toBeLessThan(1e-4);
      expect(density(0.6, -0.8, 0.8, 0.6)).toBeLessThan(1e-4); // turned only
    });
  });
});

test("a raw stiffness is taken as it is, whatever the shear model", () => {
  const surface = MESHES[0][1];
  const topology = buildTopology(surface.positions.length / 3, surface.triangles);
  const raw = { u: 1, v: 2, shearU: 3, shearV: 4 };
  for (const shearModel of SHEAR_MODELS) {
    const part = fabricPart(surface, topology, findFabric("cotton"), { triangleStiffness: raw, shearModel });
    expect([...(part.triangleStiffness ?? [])].slice(0, 8)).toEqual([1, 2, 3, 4, 1, 2, 3, 4]);
  }
});
