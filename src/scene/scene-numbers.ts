import { InputError } from "../core/errors.ts";
import { groupByKey } from "../core/group-by.ts";
import type { VertexNumbers } from "../mesh/mesh-file.ts";
import type { CutEvent, ReleaseEvent } from "./read-scene.ts";

/** The vertices that a number of the scene calls: several where one was copied, none where it was left out. */
type Callees = (number: number) => Uint32Array;

function calleesOf({ of, count }: VertexNumbers): Callees {
  const { start, members } = groupByKey(of, count);
  return (number) => members.subarray(start[number], start[number + 1]);
}

/** The vertices of a cloth that a list of numbers calls. */
export function findNumbered(numbers: VertexNumbers, which: readonly number[], path: string): number[] {
  const callees = calleesOf(numbers);
  return which.flatMap((number) => {
    if (number >= numbers.count) throw new InputError(path, String(number), `the cloth has vertices 0 to ${numbers.count - 1}`);
    return called(number, callees, path);
  });
}

function called(number: number, callees: Callees, path: string): number[] {
  const vertices = Array.from(callees(number));
  if (vertices.length === 0) throw new InputError(path, `vertex ${number}, which is in no triangle`, "name one that is in a triangle");
  return vertices;
}

interface NumberedPart {
  readonly part: { readonly particleCount: number };
  readonly numbers?: VertexNumbers | undefined;
}

/** What the events of a scene name, in place of the numbers by which they name it. */
export function renumberEvents(
  { releases, cuts }: { readonly releases: readonly ReleaseEvent[]; readonly cuts: readonly CutEvent[] },
  parts: readonly NumberedPart[],
  triangles: Uint32Array,
): { readonly releases: readonly ReleaseEvent[]; readonly cuts: readonly CutEvent[] } {
  const numbers = joinNumbers(parts);
  const callees = calleesOf(numbers);
  const find = (number: number, path: string): number[] => {
    if (number >= numbers.count) throw new InputError(path, String(number), `the scene has vertices 0 to ${numbers.count - 1}`);
    return called(number, callees, path);
  };
  return {
    releases: releases.map((event) => ({ ...event, vertices: event.vertices.flatMap((number) => find(number, event.path)) })),
    cuts: cuts.map((event) => ({
      ...event,
      edges: event.edges.flatMap(([a, b], n) => {
        const path = `${event.path}[${n}]`;
        const pairs = find(a, path).flatMap((one) => find(b, path).map((other): [number, number] => [one, other]));
        return pairs.length === 1 ? pairs : pairs.filter((pair) => isEdge(triangles, pair));
      }),
    })),
  };
}

/** The numbers of all cloths, one after another. */
function joinNumbers(parts: readonly NumberedPart[]): VertexNumbers {
  const of: number[] = [];
  let count = 0;
  for (const { part, numbers } of parts) {
    for (let i = 0; i < part.particleCount; i++) of.push(count + (numbers?.of[i] ?? i));
    count += numbers?.count ?? part.particleCount;
  }
  return { of: Uint32Array.from(of), count };
}

function isEdge(triangles: Uint32Array, [a, b]: readonly [number, number]): boolean {
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = triangles.subarray(t, t + 3);
    if (corners.includes(a) && corners.includes(b)) return true;
  }
  return false;
}
