import type { Surface } from "../mesh/surface.ts";
import type { Topology } from "../mesh/topology.ts";
import { NO_HINGES } from "./cloth.ts";
import { addEdgeFabricSprings } from "./edge-springs.ts";
import type { Fabric } from "./fabric.ts";
import { type FabricLaws, type FabricOverrides, fabricPartBy, LATTICE_LAWS } from "./fabric-part.ts";
import { buildHinges } from "./hinge.ts";
import type { ClothPartInput } from "./make-cloth.ts";
import { addEdgeRawSprings, addLatticeRawSprings } from "./raw-springs.ts";
import { computeRestAreas, type RestShape, restDistance } from "./rest-shape.ts";
import { soundHold, withSoundHinges } from "./slivers.ts";

/** Those of every surface, with whatever it overrides. */
function lawsOn(topology: Topology): FabricLaws {
  return {
    addSprings(made, springs) {
      const { surface, rest, fabric, overrides } = made;
      const { lattice, triangles } = surface;
      if (overrides.springs !== undefined) {
        if (lattice === undefined) addEdgeRawSprings(topology, overrides.springs, rest, springs);
        else addLatticeRawSprings(lattice, overrides.springs, rest, springs);
      } else if (lattice === undefined) addEdgeFabricSprings(topology, triangles, rest, fabric, springs);
      else LATTICE_LAWS.addSprings(made, springs);
    },
    buildHinges(made) {
      const { surface, rest, fabric, overrides } = made;
      if (overrides.bendModulus === undefined && overrides.springs !== undefined) return NO_HINGES;
      if (overrides.bendModulus === undefined && surface.lattice !== undefined) return LATTICE_LAWS.buildHinges(made);
      const modulus = overrides.bendModulus ?? fabric.bending;
      const areas = new Float64Array(surface.triangles.length / 3);
      computeRestAreas(surface.triangles, rest, areas);
      return withSoundHinges(buildHinges(withoutSeams(topology.hinges, rest), rest, modulus), soundHold(modulus, areas));
    },
  };
}

/** Gives a surface its fabric. `path` names the fabric in errors. */
export function fabricPart(
  surface: Surface,
  topology: Topology,
  fabric: Fabric,
  overrides: FabricOverrides = {},
  path: string = "fabric",
): ClothPartInput {
  return fabricPartBy(lawsOn(topology), surface, fabric, overrides, path);
}

/** Two layers bend freely where they are sewn together: at rest the vertices across the edge lie at the same place. */
function withoutSeams(hinges: Uint32Array, rest: RestShape): Uint32Array {
  const isSeam = (h: number): boolean => restDistance(rest, hinges[4 * h], hinges[4 * h + 1]) === 0;
  const kept = Array.from({ length: hinges.length / 4 }, (_, h) => h).filter((h) => !isSeam(h));
  if (4 * kept.length === hinges.length) return hinges;
  return Uint32Array.from(kept.flatMap((h) => [...hinges.subarray(4 * h, 4 * h + 4)]));
}
