import { InputError, nearestWord } from "../core/errors.ts";
import type { Vec3 } from "../core/vec3.ts";
import { vertexNormals } from "../mesh/vertex-normals.ts";
import type { Attachment } from "../sim/anchors.ts";
import type { PinScript } from "../sim/drive.ts";
import type { LeashScript } from "../sim/leash.ts";
import type { BuiltPart } from "./build-part.ts";
import type { ClothSpec } from "./fields/cloth-field.ts";
import { findVertices, takeVertices } from "./find-vertices.ts";
import { given } from "./given.ts";
import type { Scene } from "./read-scene.ts";

/** What a cloth's attachments make of its vertices, numbered through the scene: held ones are pins, those with room are leashed. */
export function buildAttachments(
  spec: ClothSpec,
  scene: Pick<Scene, "colliders" | "figures">,
  built: BuiltPart,
  first: number,
  taken: Set<number>,
): { readonly pins: PinScript[]; readonly leashes: LeashScript[] } {
  const pins: PinScript[] = [];
  const leashes: LeashScript[] = [];
  // a leash goes by the shape also where the cloth starts elsewhere
  const normals = spec.positions && vertexNormals(built.part.triangles, built.positions);
  for (const { path, vertices: which, to, maxDistance, backstop, release } of spec.attachments) {
    const at = `${path}.vertices`;
    const isHeld = maxDistance === undefined;
    const vertices = isHeld ? takeVertices(spec, which, built, taken, at) : findVertices(spec, which, built, at);
    const attach = createAttach(to, scene, `${path}.to`);
    for (const vertex of vertices) {
      const at3 = (values: Float64Array): Vec3 => [values[3 * vertex], values[3 * vertex + 1], values[3 * vertex + 2]];
      const attachment = attach(built.positions, vertex);
      if (isHeld) {
        pins.push({ vertex: first + vertex, attachment, ...given({ release }) });
      } else {
        leashes.push({
          vertex: first + vertex,
          attachment,
          maxDistance,
          ...given({ backstop }),
          ...(normals === undefined ? {} : { home: { place: at3(built.positions), normal: at3(normals) } }),
        });
      }
    }
  }
  return { pins, leashes };
}

type Attach = (positions: Float64Array, vertex: number) => Attachment;

/** How vertices hold on to what is named: to a body as it is, to a figure as its skin goes with its bones. */
function createAttach(to: string, { colliders, figures }: Pick<Scene, "colliders" | "figures">, path: string): Attach {
  const body = colliders.findIndex(({ name }) => name === to);
  const skin = body < 0 ? undefined : colliders[body].skin;
  if (body >= 0 && skin === undefined) return () => ({ bodies: [body], weights: [1] });
  const wearer = figures.find(({ name, figure }) => name === to || figure === skin);
  if (wearer === undefined) {
    const names = [...figures.map(({ name }) => name), ...colliders.map(({ name }) => name)];
    const near = nearestWord(to, names);
    const advice = names.length === 0 ? "the scene has no bodies" : `give one of ${names.slice(0, 30).join(", ")}`;
    throw new InputError(path, JSON.stringify(to), near === undefined ? advice : `did you mean "${near}"?`);
  }
  const { figure } = wearer;
  const firstBone = colliders.findIndex(({ name }) => name === wearer.colliders[0].name);
  return (positions, vertex) => {
    const s = nearestPoint(figure.surface.positions, positions, vertex);
    const bodies: number[] = [];
    const weights: number[] = [];
    for (let e = 4 * s; e < 4 * s + 4; e++) {
      if (!(figure.skinWeights[e] > 0)) continue;
      bodies.push(firstBone + figure.skinBones[e]);
      weights.push(figure.skinWeights[e]);
    }
    return { bodies, weights };
  };
}

/** The point of `cloud` nearest to `positions[3 vertex..]`. */
function nearestPoint(cloud: Float64Array, positions: Float64Array, vertex: number): number {
  const [x, y, z] = positions.subarray(3 * vertex, 3 * vertex + 3);
  let nearest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; 3 * i < cloud.length; i++) {
    const [dx, dy, dz] = [cloud[3 * i] - x, cloud[3 * i + 1] - y, cloud[3 * i + 2] - z];
    const squared = dx * dx + dy * dy + dz * dz;
    if (squared >= least) continue;
    least = squared;
    nearest = i;
  }
  return nearest;
}
