import type { Simulation } from "drape";

/**
 * The order in which the page has the vertices: cloth by cloth, each as its world numbers it. A simulation has the same until cloth is cut; the copies that a
 * cut makes stand at its end.
 */
export interface VertexOrder {
  /** The simulation's number of a vertex of the page, and the other way round. */
  toSimulation(vertex: number): number;
  toPage(vertex: number): number;
  /** Values of vertices, as the simulation has them, as the page has them. */
  sort<Values extends Float32Array>(values: Values): Values;
}

const SAME: VertexOrder = { toSimulation: (vertex) => vertex, toPage: (vertex) => vertex, sort: (values) => values };

export function findVertexOrder({ origin, cloths, particleCount }: Pick<Simulation, "origin" | "cloths" | "particleCount">): VertexOrder {
  if (cloths.length < 2 || particleCount === cloths[cloths.length - 1].end) return SAME;
  const own: number[][] = cloths.map(() => []);
  for (let vertex = 0; vertex < particleCount; vertex++) own[cloths.findIndex(({ end }) => origin[vertex] < end)].push(vertex);
  const order = Uint32Array.from(own.flat());
  const places = new Uint32Array(particleCount);
  order.forEach((vertex, place) => {
    places[vertex] = place;
  });
  return {
    toSimulation: (vertex) => order[vertex],
    toPage: (vertex) => places[vertex],
    sort<Values extends Float32Array>(values: Values): Values {
      const sorted = values.slice() as Values;
      order.forEach((vertex, place) => {
        sorted[place] = values[vertex];
      });
      return sorted;
    },
  };
}
