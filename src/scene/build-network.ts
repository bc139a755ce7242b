import { NO_HINGES } from "../fabric/cloth.ts";
import { fillArrays } from "../fabric/cloth-arrays.ts";
import { buildHinges } from "../fabric/hinge.ts";
import type { ClothPartInput } from "../fabric/make-cloth.ts";
import { restShape } from "../fabric/rest-shape.ts";
import { createSpringList } from "../fabric/spring-list.ts";
import { triangleStiffness } from "../fabric/triangle-stiffness.ts";
import type { Surface } from "../mesh/surface.ts";
import { textureCoordinates } from "../mesh/texture-coordinates.ts";
import { validateSurface } from "../mesh/validate-surface.ts";
import { type BuiltPart, NO_GROUPS } from "./build-part.ts";
import { checkPressure, checkTear } from "./check-cloth.ts";
import type { ClothSpec } from "./fields/cloth-field.ts";
import type { NetworkSpec } from "./fields/network-field.ts";
import { given } from "./given.ts";

/** A network as it is: particles, springs and hinges that the scene lists. */
export function buildNetwork(spec: ClothSpec, network: NetworkSpec, asymmetric: boolean): BuiltPart {
  const { positions, triangles, material, masses } = network;
  if (spec.tear) checkTear(spec, undefined);
  const particleCount = masses.length;
  const surface: Surface = { positions, triangles, ...given({ material }) };
  const topology = triangles.length > 0 ? validateSurface(surface, `${spec.path}.network`) : undefined;
  const list = createSpringList();
  for (let s = 0; s < network.restLength.length; s++) {
    const [i, j] = network.springEnds.subarray(2 * s, 2 * s + 2);
    list.push(i, j, network.restLength[s], network.stiffness[s], network.springKind[s]);
  }
  checkPressure(spec, topology, triangles);
  let hinges = NO_HINGES;
  if (network.hinges !== undefined) {
    hinges = { count: network.hinges.stiffness.length, ...network.hinges };
  } else if (network.bendModulus !== undefined && topology !== undefined) {
    hinges = buildHinges(topology.hinges, restShape(surface), network.bendModulus, `${spec.path}.network.triangles`);
  }
  const stiffness = network.triangleStiffness;
  const part: ClothPartInput = {
    name: spec.name,
    particleCount,
    mass: masses,
    viscousDamping: new Float64Array(particleCount).fill(spec.damping.viscous ?? 0),
    friction: new Float64Array(particleCount).fill(spec.friction),
    thickness: new Float64Array(particleCount).fill(spec.thickness),
    springs: list.finish({ asymmetric, relativeDamping: spec.damping.relative ?? 0 }),
    hinges,
    triangles,
    ...given({ material }),
    ...(stiffness === undefined ? {} : { triangleStiffness: triangleStiffness(stiffness, triangles.length / 3) }),
    ...fillArrays(spec, particleCount, triangles.length / 3),
  };
  return { part, positions, velocities: network.velocities, uv: textureCoordinates(surface), groups: NO_GROUPS, notices: [] };
}
