import { computeElementBoxes, createElementBoxes, type ElementBoxes } from "../contact/search/bounding-boxes.ts";
import { type BoundingTree, createBoundingTree, refitBoundingTree } from "../contact/search/bounding-tree.ts";
import { type CollisionMesh, createCollisionMesh } from "../contact/search/collision-mesh.ts";
import type { BodyMotion } from "../core/body-motion.ts";
import { checkArray } from "../core/check-array.ts";
import { describeValue, InputError } from "../core/errors.ts";
import { computeLumpedMasses } from "../fabric/masses.ts";
import type { ShearModel } from "../fabric/triangle-stiffness.ts";
import type { InspectedBody } from "../inspect/penetration.ts";
import { computeMeanCurvature } from "../mesh/mean-curvature.ts";
import type { FieldName } from "./fields.ts";
import { createIntersectionSearch } from "./inspect-state.ts";
import type { Revision } from "./revision.ts";
import type { Rig, RigSetup } from "./rig.ts";
import { computeSpeed } from "./speed.ts";
import { computeStrain } from "./strain.ts";
import { createStress } from "./stress.ts";

/** Fields, springs, boxes and intersections of a cloth at the end of the last step, in the scene's numbering. */
export interface Sights {
  /** Writes one number a vertex of a quantity of FIELDS; NaN where a vertex has none, being part of no triangle or spring. */
  readField(field: FieldName, out: Float32Array | Float64Array): void;
  /** The springs as they are now. */
  springs(): SpringLines;
  /**
   * The boxes around the cloth's triangles that a tree of them has at a depth, 0 being the box around all, and leaves that end above it:
   * min x, y, z, max x, y, z each [m]. The tree is made by the rules of the search for contact.
   */
  boxes(depth: number): Float64Array;
  /**
   * Pairs of triangles that pass through each other, at most MOST_INTERSECTIONS; numbers beyond the cloth's triangles are those of
   * mesh bodies, in the scene's order. It takes as long as `inspect`.
   */
  intersections(): Uint32Array;
}

/** Two vertices a spring, and its kind, one of SPRING_KINDS by index. */
export interface SpringLines {
  readonly ends: Uint32Array;
  readonly kinds: Uint8Array;
}

/** `rig` gives the present rig. Sights take their own time and memory, and change nothing. */
export function createSights(
  { method, options }: RigSetup,
  inspected: readonly InspectedBody[],
  rig: () => Rig,
  bodies: Pick<BodyMotion, "end" | "endTime">,
): Sights {
  const findIntersections = createIntersectionSearch(inspected);
  const shear = (options.shear ?? "axes") as ShearModel;
  let prepared: Prepared | undefined;

  /** What depends on the revision of the cloth alone. */
  function prepare(): Prepared {
    const { revision } = rig();
    if (prepared?.revision === revision) return prepared;
    const { cloth, rest } = revision;
    const areas = new Float64Array(cloth.particleCount);
    computeLumpedMasses(cloth.triangles, rest, 1, areas);
    prepared = { revision, areas, values: new Float64Array(cloth.particleCount) };
    return prepared;
  }

  function computeStress(x: Float64Array, stress: Float64Array): void {
    const of = prepare();
    const { cloth, rest } = of.revision;
    of.computeStress ??= createStress(cloth, rest, method.membraneTerms === undefined ? "springs" : shear);
    of.computeStress(x, stress);
  }

  const computations: Readonly<Record<FieldName, (rig: Rig, values: Float64Array) => void>> = {
    strain: ({ revision, state }, values) => computeStrain(revision.cloth, state.x, values),
    stress: ({ state }, values) => computeStress(state.x, values),
    speed: ({ state }, values) => computeSpeed(state.v, values),
    curvature: ({ revision, state }, values) => computeMeanCurvature(revision.cloth.triangles, state.x, values),
    contact({ contact }, values) {
      const { areas } = prepare();
      values.fill(0);
      contact.addPressForces(values);
      for (let i = 0; i < values.length; i++) values[i] /= areas[i];
    },
  };

  return {
    readField(field, out) {
      if (!Object.hasOwn(computations, field)) {
        const names = Object.keys(computations)
          .map((name) => JSON.stringify(name))
          .join(", ");
        throw new InputError("field", describeValue(field), `give one of ${names}`);
      }
      const { sceneIndex } = rig().revision;
      checkArray(out, sceneIndex.length, "one a vertex");
      const { values } = prepare();
      computations[field](rig(), values);
      for (let i = 0; i < values.length; i++) out[sceneIndex[i]] = values[i];
    },
    springs() {
      const { sceneIndex, cloth } = rig().revision;
      const { ends, kind } = cloth.springs;
      return { ends: ends.map((i) => sceneIndex[i]), kinds: kind.slice() };
    },
    boxes(depth) {
      if (!Number.isInteger(depth) || depth < 0) {
        throw new InputError("depth", describeValue(depth), "give a whole number from 0");
      }
      const of = prepare();
      of.search ??= createSearch(of.revision);
      const { mesh, boxes, tree } = of.search;
      const { x } = rig().state;
      if (mesh.triangles.length === 0) return new Float64Array(0);
      computeElementBoxes(mesh, x, x, 0, boxes);
      refitBoundingTree(tree, boxes.triangles);
      return Float64Array.from(nodesAt(tree, depth).flatMap((node) => [...tree.nodeBoxes.subarray(6 * node, 6 * node + 6)]));
    },
    intersections() {
      const { revision, state } = rig();
      return findIntersections(revision.cloth.triangles, state.x, bodies.end, bodies.endTime);
    },
  };
}

interface Prepared {
  readonly revision: Revision;
  /** Rest area of each particle [m²]. */
  readonly areas: Float64Array;
  readonly values: Float64Array;
  /** Made when they are first asked for. */
  computeStress?: ReturnType<typeof createStress>;
  search?: { readonly mesh: CollisionMesh; readonly boxes: ElementBoxes; readonly tree: BoundingTree };
}

function createSearch({ cloth }: Revision): NonNullable<Prepared["search"]> {
  const mesh = createCollisionMesh(cloth.particleCount, cloth.triangles);
  const triangleCount = cloth.triangles.length / 3;
  const members = Uint32Array.from({ length: triangleCount }, (_, t) => t);
  return { mesh, boxes: createElementBoxes(mesh), tree: createBoundingTree(triangleCount, members) };
}

/** The nodes at a depth below the root, and the leaves above it. */
function nodesAt({ next }: BoundingTree, depth: number): number[] {
  const found: number[] = [];
  const visit = (node: number, left: number): void => {
    if (left === 0 || next[node] === node + 1) {
      found.push(node);
      return;
    }
    visit(node + 1, left - 1);
    visit(next[node + 1], left - 1);
  };
  visit(0, depth);
  return found;
}
