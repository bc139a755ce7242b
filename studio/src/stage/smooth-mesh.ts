import { type SubdividedSurface, subdivideSurface, updateSubdivision } from "drape/surface";
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, type Material, Mesh } from "three";
import { addGroups, findRuns, type Run } from "./cloth-runs.ts";

/** Coarse cloth as it is drawn: its smooth subdivision, four triangles for each simulated one. */
export interface SmoothMesh {
  readonly object: Mesh<BufferGeometry, Material[]>;
  /** Its triangles by cloth, as its materials are ordered. */
  readonly runs: readonly Run[];
  /**
   * Takes up another surface in this pose; false for one that is fine enough by itself, or that cannot be divided. To divide takes a tenth
   * of a second: `atOnce` takes up none but the one divided last.
   */
  fit(surface: ShownSurface, atOnce: boolean): boolean;
  /** Follows the simulated vertices, packed x, y, z [m]. */
  update(positions: Float32Array): void;
}

export interface ShownSurface {
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
  readonly uv: Float32Array;
  readonly cloths: Uint16Array;
}

/** From so many triangles on the folds are round by themselves. */
const FINE_ENOUGH = 3000;

export function createSmoothMesh(): SmoothMesh {
  const object = new Mesh<BufferGeometry, Material[]>(new BufferGeometry(), []);
  object.castShadow = true;
  object.receiveShadow = true;
  object.frustumCulled = false;
  let runs: Run[] = [];
  let surface: SubdividedSurface | undefined;
  let divided = new Uint32Array(0);
  let positions = new Float32Array(0);
  let normals = new Float32Array(0);

  function divide({ triangles, ...rest }: ShownSurface): SubdividedSurface | undefined {
    if (triangles.length === 0 || triangles.length / 3 > FINE_ENOUGH) return undefined;
    try {
      return subdivideSurface({ ...rest, triangles }, 1);
    } catch {
      return undefined; // three sheets at one edge, say: such a mesh is drawn as it is
    }
  }

  function update(simulated: Float32Array): void {
    if (surface === undefined || !object.visible) return;
    updateSubdivision(surface, simulated, positions, normals);
    object.geometry.getAttribute("position").needsUpdate = true;
    object.geometry.getAttribute("normal").needsUpdate = true;
  }

  return {
    object,
    get runs() {
      return runs;
    },
    fit(shown, atOnce) {
      const known = surface !== undefined && sameNumbers(shown.triangles, divided);
      object.visible = known;
      if (known) update(shown.positions);
      if (known || atOnce) return known;
      surface = divide(shown);
      divided = shown.triangles.slice();
      object.visible = surface !== undefined;
      object.geometry.dispose();
      if (surface === undefined) return false;
      const { triangles, stencil, uv = new Float64Array(0) } = surface;
      positions = Float32Array.from(surface.positions);
      normals = Float32Array.from(surface.normals);
      const { start, index } = stencil;
      const cloths = Uint16Array.from({ length: start.length - 1 }, (_, vertex) => shown.cloths[index[start[vertex]]]);
      const geometry = new BufferGeometry();
      geometry.setAttribute("position", new BufferAttribute(positions, 3).setUsage(DynamicDrawUsage));
      geometry.setAttribute("normal", new BufferAttribute(normals, 3).setUsage(DynamicDrawUsage));
      geometry.setAttribute("uv", new BufferAttribute(Float32Array.from(uv), 2));
      geometry.setIndex(new BufferAttribute(triangles, 1));
      runs = findRuns(triangles, cloths);
      addGroups(geometry, runs);
      object.geometry = geometry;
      return true;
    },
    update,
  };
}

function sameNumbers(a: Uint32Array, b: Uint32Array): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}
