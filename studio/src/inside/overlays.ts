import { SPRING_KINDS } from "drape/inspect";
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  type Material,
  Mesh,
  MeshBasicMaterial,
} from "three";
import type { ClothView } from "../stage/cloth-view.ts";
import type { FrameSights } from "./sights.ts";

/** Lines and spots drawn over the cloth: springs, normals, boxes, triangles that pass through something. */
export interface Overlays {
  readonly object: Group;
  /** The springs of the cloth; they appear with the next frame, which has all their vertices. */
  setSprings(ends: Uint32Array, kinds: Uint8Array): void;
  /** Follows a frame that the cloth shows already. */
  follow(shown: Shown, sights: FrameSights): void;
  /** How many springs, normals, boxes and triangles are drawn. */
  count(): Readonly<Record<keyof Shown, number>>;
}

/** What is to be seen. */
export interface Shown {
  readonly springs: boolean;
  readonly normals: boolean;
  readonly boxes: boolean;
  readonly intersections: boolean;
}

/** Length of a drawn normal, of the cloth's size. */
const NORMAL_LENGTH = 0.035;
const SPRING_COLOURS: readonly number[] = [0x1f5fa8, 0xe08a1e, 0x7a4fa0];
/** The corners of a box by bits of x, y, z, two for each of its edges. */
const BOX_EDGES = [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7];

export function createOverlays(cloth: ClothView): Overlays {
  const object = new Group();
  const springs = addLines(
    object,
    SPRING_COLOURS.map((colour) => lineMaterial(colour, 0.9)),
  );
  const normals = addLines(object, lineMaterial(0x0b7a75, 0.9));
  const boxes = addLines(object, lineMaterial(0xb0326e, 0.75));
  const crossed = new Mesh(
    new BufferGeometry(),
    new MeshBasicMaterial({ color: 0xff1744, side: DoubleSide, depthTest: false, transparent: true, opacity: 0.85 }),
  );
  crossed.renderOrder = 2;
  crossed.frustumCulled = false;
  object.add(crossed);
  let ends: Uint32Array | undefined;
  let kinds = new Uint8Array(0);
  /** Whether they are of the geometry that comes next. */
  let isFresh = false;
  let followed: unknown;

  /** One index by kind over the very positions of the cloth, so that springs move with it at no cost. */
  function buildSprings(): void {
    const geometry = new BufferGeometry();
    replace(springs, geometry);
    if (!isFresh || ends === undefined) return; // they are those of another cloth
    isFresh = false;
    geometry.setAttribute("position", cloth.object.geometry.getAttribute("position"));
    const index = new Uint32Array(ends.length);
    let at = 0;
    for (let kind = 0; kind < SPRING_KINDS.length; kind++) {
      const from = at;
      for (let s = 0; s < kinds.length; s++) {
        if (kinds[s] !== kind) continue;
        index[at++] = ends[2 * s];
        index[at++] = ends[2 * s + 1];
      }
      geometry.addGroup(from, at - from, kind);
    }
    geometry.setIndex(new BufferAttribute(index, 1));
  }

  function drawNormals(): void {
    const x = cloth.positions;
    const n = cloth.object.geometry.getAttribute("normal").array;
    const lines = arrayOf(normals, 2 * x.length);
    cloth.object.geometry.computeBoundingSphere();
    const length = NORMAL_LENGTH * (cloth.object.geometry.boundingSphere?.radius ?? 1);
    for (let i = 0; i < x.length; i += 3) {
      for (let c = 0; c < 3; c++) {
        lines[2 * i + c] = x[i + c];
        lines[2 * i + 3 + c] = x[i + c] + length * n[i + c];
      }
    }
  }

  function drawBoxes(corners: Float32Array): void {
    const lines = arrayOf(boxes, 12 * corners.length);
    let at = 0;
    for (let o = 0; o < corners.length; o += 6) {
      for (const corner of BOX_EDGES) {
        for (let c = 0; c < 3; c++) lines[at++] = corners[o + c + ((corner >> c) & 1 ? 3 : 0)];
      }
    }
  }

  function drawCrossed(triangles: Uint32Array): void {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", cloth.object.geometry.getAttribute("position"));
    const corners = cloth.triangles;
    const index = new Uint32Array(3 * triangles.length);
    triangles.forEach((t, k) => {
      index.set(corners.subarray(3 * t, 3 * t + 3), 3 * k);
    });
    geometry.setIndex(new BufferAttribute(index, 1));
    crossed.geometry.dispose();
    crossed.geometry = geometry;
  }

  return {
    object,
    setSprings(nextEnds, nextKinds) {
      ends = nextEnds;
      kinds = new Uint8Array(nextKinds);
      isFresh = true;
      followed = undefined;
    },
    follow(shown, sights) {
      const { geometry } = cloth.object;
      if (cloth.positions.length === 0) return;
      if (followed !== geometry) {
        followed = geometry;
        buildSprings();
      }
      springs.visible = shown.springs;
      normals.visible = shown.normals;
      boxes.visible = shown.boxes && sights.boxes !== undefined;
      crossed.visible = shown.intersections && (sights.intersections?.length ?? 0) > 0;
      if (shown.normals) drawNormals();
      if (shown.boxes && sights.boxes !== undefined) drawBoxes(sights.boxes);
      if (crossed.visible && sights.intersections !== undefined) drawCrossed(sights.intersections);
    },
    count() {
      const pointsOf = ({ visible, geometry }: LineSegments): number =>
        visible ? (geometry.index?.count ?? geometry.getAttribute("position")?.count ?? 0) : 0;
      return {
        springs: pointsOf(springs) / 2,
        normals: pointsOf(normals) / 2,
        boxes: pointsOf(boxes) / BOX_EDGES.length,
        intersections: crossed.visible ? (crossed.geometry.index?.count ?? 0) / 3 : 0,
      };
    },
  };
}

export function lineMaterial(colour: number, opacity: number): LineBasicMaterial {
  return new LineBasicMaterial({ color: new Color(colour), transparent: true, opacity, toneMapped: false });
}

function addLines(parent: Group, material: Material | Material[]): LineSegments {
  const lines = new LineSegments(new BufferGeometry(), material);
  lines.frustumCulled = false;
  lines.visible = false;
  lines.renderOrder = 1;
  parent.add(lines);
  return lines;
}

function replace(lines: LineSegments, geometry: BufferGeometry): void {
  lines.geometry.dispose();
  lines.geometry = geometry;
}

/** The positions of lines, of this length, to be written anew. */
function arrayOf(lines: LineSegments, length: number): Float32Array {
  const known = lines.geometry.getAttribute("position");
  if (known?.array.length === length) {
    known.needsUpdate = true;
    return known.array as Float32Array;
  }
  const array = new Float32Array(length);
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(array, 3));
  replace(lines, geometry);
  return array;
}
