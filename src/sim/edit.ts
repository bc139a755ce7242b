import { readBoolean, readList, readObject, readOptional, readVec3 } from "../core/read.ts";
import type { VectorInput } from "../core/vec3.ts";
import type { VertexPair } from "../mesh/cut.ts";
import { engineIndexOf } from "./engine-index.ts";
import { findBody } from "./find-body.ts";
import { editCloth, type Run } from "./run.ts";

/** What can be done to the cloth of a simulation: hold it, let it go, cut it. */
export interface SimulationEdit {
  /**
   * Holds a vertex at a position [m] from the next step on; call again to move it. It is there at the end of the next `step`, or at the
   * end of the time of the next `update`, whose steps take it there straight.
   */
  grab(vertex: number, position: VectorInput): void;
  release(vertex: number): void;
  /** Pins a vertex where it is now, until `unpin`. */
  pin(vertex: number): void;
  /** Frees a vertex from its pin, one of the scene too; a vertex that is grabbed stays grabbed. */
  unpin(vertex: number): void;
  /**
   * From now on these vertices go with a body, by number or name, as far from it as they are now: until `unpin`, or another pin. A body that changes its
   * form takes them along with its pose alone.
   */
  attach(vertices: readonly number[], body: number | string): void;
  /** The vertices that are pinned now, by the scene or by `pin`, ascending. */
  pinnedVertices(): Uint32Array;
  /**
   * Cuts along edges, pairs of vertices as they are numbered now. A vertex that comes apart keeps its number on one side. An edge on the
   * border changes nothing; a single edge inside comes open as soon as a cut reaches one of its ends.
   *
   * `gradually`: a large cloth is made ready for it beside the steps that follow, so that none of them takes long, and comes apart after a
   * number of them that depends on the cloth alone. Cuts that are asked for meanwhile are made afterwards.
   */
  cut(edges: readonly VertexPair[], options?: CutOptions): void;
  /** Whether the cloth is being made ready for a gradual cut. */
  readonly isBeingCut: boolean;
  /** Removes every spring that joins one of these pairs of vertices; returns how many there were. */
  removeSprings(pairs: readonly VertexPair[]): number;
}

export interface CutOptions {
  readonly gradually?: boolean;
}

export function createEdit(run: Run): SimulationEdit {
  const checkVertex = (vertex: number): number => engineIndexOf(run, vertex);
  return {
    grab(vertex, position) {
      const i = checkVertex(vertex);
      const [x, y, z] = readVec3(position, "position", { unit: "m" });
      run.rig.drive.grab(i, x, y, z, run.rig.state, run.owed);
    },
    release: (vertex) => run.rig.drive.release(checkVertex(vertex), run.rig.state.time),
    pin(vertex) {
      const i = checkVertex(vertex);
      const { x } = run.rig.state;
      run.rig.drive.pin(i, x[3 * i], x[3 * i + 1], x[3 * i + 2]);
    },
    unpin: (vertex) => run.rig.drive.unpin(checkVertex(vertex)),
    attach(vertices, body) {
      const own = readList(vertices, "vertices").map((vertex) => checkVertex(vertex as number));
      const to = findBody(run, body);
      for (const i of own) run.rig.drive.attach(i, to, run.rig.state.x);
    },
    pinnedVertices() {
      const { drive, revision } = run.rig;
      const pinned: number[] = [];
      for (let vertex = 0; vertex < revision.engineIndex.length; vertex++) {
        if (drive.isPinned(revision.engineIndex[vertex])) pinned.push(vertex);
      }
      return Uint32Array.from(pinned);
    },
    cut(edges, options = {}) {
      const gradually = readOptional(readObject(options, "options", ["gradually"]), "gradually", "options", readBoolean, false);
      const change = run.abilities.editing.readCut(run.rig.revision, edges);
      if (change === undefined) return;
      if (!gradually) return editCloth(run, change);
      run.gradualCuts ??= run.abilities.editing.createGradualCuts(run.setup.timestep);
      run.gradualCuts.ask(change.corners);
    },
    get isBeingCut() {
      return run.gradualCuts?.isPending ?? false;
    },
    removeSprings(pairs) {
      const { count } = run.rig.revision.cloth.springs;
      editCloth(run, run.abilities.editing.readRemoval(pairs, checkVertex));
      return count - run.rig.revision.cloth.springs.count;
    },
  };
}
