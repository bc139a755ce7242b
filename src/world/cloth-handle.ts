import { describeValue, InputError } from "../core/errors.ts";
import { readVec3 } from "../core/read.ts";
import type { ClothArrays, ClothMeshNews } from "./engine.ts";
import type { Point, Told } from "./told.ts";
import type { WorldCloth } from "./world.ts";
import { idOf, type WorldParts } from "./world-parts.ts";

/** A cloth as the world keeps it: its handle, and what the host fills. */
export interface KeptCloth {
  readonly id: number;
  readonly handle: WorldCloth;
  readonly arrays: ClothArrays;
  readonly notices: readonly string[];
  isAsleep: boolean;
  /** Takes another mesh over; positions follow. */
  adopt(mesh: ClothMeshNews): void;
  remove(): void;
}

export function createKeptCloth(id: number, mesh: ClothMeshNews, world: WorldParts): KeptCloth {
  let shown = mesh;
  let revision = 0;
  let isRemoved = false;
  let isHidden = false;

  function tell(told: Told): void {
    checkThere();
    world.host.tell(told);
  }

  function setHidden(hidden: boolean): void {
    if (hidden !== isHidden) tell({ kind: hidden ? "hide" : "show", cloth: id });
    isHidden = hidden;
  }

  function checkThere(): void {
    if (isRemoved) throw new InputError("cloth", JSON.stringify(shown.name), "it was removed from its world: add another");
  }

  function readVertex(vertex: unknown, path = "vertex"): number {
    if (Number.isInteger(vertex) && (vertex as number) >= 0 && (vertex as number) < shown.vertexCount) return vertex as number;
    throw new InputError(path, describeValue(vertex), `give a whole number from 0 to ${shown.vertexCount - 1}`);
  }

  function readVertices(vertices: unknown): number[] {
    if (typeof vertices === "number") return [readVertex(vertices, "vertices")];
    if (typeof vertices !== "object" || vertices === null || !(Symbol.iterator in vertices)) {
      throw new InputError("vertices", describeValue(vertices), "give a vertex or a list of them");
    }
    return Array.from(vertices as Iterable<unknown>, (vertex, n) => readVertex(vertex, `vertices[${n}]`));
  }

  const kept: KeptCloth = {
    id,
    isAsleep: false,
    get arrays() {
      return shown;
    },
    get notices() {
      return shown.notices;
    },
    adopt(next) {
      shown = next;
      revision++;
    },
    remove() {
      isRemoved = true;
    },
    handle: {
      get name() {
        return shown.name;
      },
      get vertexCount() {
        return shown.vertexCount;
      },
      get revision() {
        return revision;
      },
      get triangles() {
        return shown.triangles;
      },
      get uv() {
        return shown.uv;
      },
      get origin() {
        return shown.origin;
      },
      get positions() {
        return shown.positions;
      },
      get normals() {
        return shown.normals;
      },
      get tangents() {
        return shown.tangents;
      },
      get isAsleep() {
        return kept.isAsleep;
      },
      get isHidden() {
        return isHidden;
      },
      get isRemoved() {
        return isRemoved;
      },
      grab: (vertex, position) => tell({ kind: "grab", cloth: id, vertex: readVertex(vertex), point: readPoint(position, "position") }),
      release: (vertex) => tell({ kind: "release", cloth: id, vertex: readVertex(vertex) }),
      pin: (vertices) => tell({ kind: "pin", cloth: id, vertices: readVertices(vertices) }),
      unpin: (vertices) => tell({ kind: "unpin", cloth: id, vertices: readVertices(vertices) }),
      attach(vertices, collider, bone) {
        const body = world.colliderOf(collider);
        if (bone !== undefined && !(Number.isInteger(bone) && bone >= 0 && bone < body.boneCount)) {
          const advice = body.boneCount === 0 ? "leave it away: the body has no bones" : `give a bone from 0 to ${body.boneCount - 1}`;
          throw new InputError("bone", describeValue(bone), advice);
        }
        tell({ kind: "attach", cloth: id, vertices: readVertices(vertices), collider: body.id, bone });
      },
      hide: () => setHidden(true),
      show: () => setHidden(false),
      verticesNear: (point, distance) => verticesNear(shown.positions, readPoint(point, "point"), readDistance(distance)),
      async cut(edges) {
        checkThere();
        if (!Array.isArray(edges)) throw new InputError("edges", describeValue(edges), "give a list of pairs of vertices [i, j]");
        for (const [n, edge] of edges.entries()) {
          if (!Array.isArray(edge) || edge.length !== 2)
            throw new InputError(`edges[${n}]`, describeValue(edge), "give two vertices [i, j]");
          for (const vertex of edge) readVertex(vertex, `edges[${n}]`);
        }
        await world.show(world.host.cut(id, edges));
      },
      async cutAlong(path, options) {
        checkThere();
        if (!Array.isArray(path) || path.length < 2)
          throw new InputError("path", describeValue(path), "give a list of at least two points [m]");
        const reach = options?.reach === undefined ? undefined : readDistance(options.reach, "options.reach");
        const cut = world.host.cutAlong(
          id,
          path.map((point, n) => readPoint(point, `path[${n}]`)),
          reach,
        );
        await world.show(cut.then(({ meshes }) => meshes));
        return (await cut).edges;
      },
      async set(changes) {
        checkThere();
        await world.change([{ kind: "set-cloth", id, changes }]);
      },
      async remove() {
        if (isRemoved) return;
        await world.change([{ kind: "remove-cloth", id }]).catch((error) => {
          if (!isRemoved) throw error; // else the world was disposed of meanwhile
        });
      },
    },
  };
  idOf.set(kept.handle, id);
  return kept;
}

export function readPoint(point: unknown, path: string): Point {
  return readVec3(point, path, { unit: "m" });
}

function readDistance(distance: unknown, path = "distance"): number {
  if (typeof distance === "number" && distance >= 0 && distance < Number.POSITIVE_INFINITY) return distance;
  throw new InputError(path, describeValue(distance), "give a distance of 0 or more [m]");
}

function verticesNear(x: Float32Array, [px, py, pz]: Point, distance: number): number[] {
  const near: number[] = [];
  for (let i = 0; 3 * i < x.length; i++) {
    const dx = x[3 * i] - px;
    const dy = x[3 * i + 1] - py;
    const dz = x[3 * i + 2] - pz;
    if (dx * dx + dy * dy + dz * dz <= distance * distance) near.push(i);
  }
  return near;
}
