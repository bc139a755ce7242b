import { BackSide, BufferAttribute, BufferGeometry, DynamicDrawUsage, FrontSide, type Material, Mesh, Points, PointsMaterial } from "three";
import type { Frame, Topology } from "../commands.ts";
import { createClothLooks, makePlainMaterial } from "./cloth-looks.ts";
import { addGroups, findRuns, type Run } from "./cloth-runs.ts";
import { createSmoothMesh } from "./smooth-mesh.ts";

/** The cloths as they are drawn: one geometry, each cloth in the look of its fabric, its two sides in two tones of it. */
export interface ClothView {
  readonly object: Mesh;
  /** Newest positions drawn, packed x, y, z [m]. */
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
  /** The fabric of each cloth by name; several of one fabric differ in colour. */
  setFabrics(names: readonly string[]): void;
  /** Takes up another mesh; that of a cloth which was cut with its first frame, so that the picture does not break off. */
  setTopology(topology: Topology): void;
  /** Copies a frame of this topology in. */
  setFrame(frame: Frame): void;
  /** Colours the vertices, r, g, b each in linear space, instead of the weave; undefined: woven again. */
  setColours(colours: Float32Array | undefined): void;
  /** Frees what it holds of the graphics card. */
  dispose(): void;
}

/** The layer that no camera looks at: of simulated triangles, where smoother ones are drawn for them. */
const UNSEEN = 1;

export function createClothView(anisotropy: number): ClothView {
  const looks = createClothLooks(anisotropy);
  const points = new Points(new BufferGeometry(), new PointsMaterial({ color: 0xb04a34, size: 6, sizeAttenuation: false }));
  const object = new Mesh<BufferGeometry, Material[]>(new BufferGeometry(), []);
  object.castShadow = true;
  object.receiveShadow = true;
  object.frustumCulled = false;
  points.frustumCulled = false;
  const smooth = createSmoothMesh();
  object.add(points, smooth.object);

  let scaled = false;
  let smoothed = false;
  let isSmooth = false;
  let isCut = false;
  let cloths = new Uint16Array(0);
  let uv = new Float32Array(0);
  let runs: Run[] = [];
  let isWorn = false;
  let positions = new Float32Array(0);
  let normals = new Float32Array(0);
  let triangles = new Uint32Array(0);
  let pending: Topology | undefined;
  let colours: BufferAttribute | undefined;
  const plain = [FrontSide, BackSide].map(makePlainMaterial);

  /** Colours by vertex are shown on the simulated triangles, the weave on the smoother ones where there are any. */
  function dress(): void {
    const isColoured = colours !== undefined;
    object.material = runs.flatMap(({ cloth }) => (isColoured ? plain : looks.sides(cloth)));
    smooth.object.material = smooth.runs.flatMap(({ cloth }) => looks.sides(cloth));
    smooth.object.visible = isSmooth && !isColoured;
    object.layers.set(smooth.object.visible ? UNSEEN : 0);
  }

  /** Needs a pose: which triangles make a rectangle is told by where they are. */
  function smoothen(): void {
    smoothed = true;
    isSmooth = smooth.fit({ positions, triangles, uv, cloths }, isCut);
    dress();
  }

  function refit(topology: Topology): void {
    triangles = new Uint32Array(topology.triangles);
    positions = new Float32Array(3 * topology.particleCount);
    normals = new Float32Array(3 * topology.particleCount);
    uv = new Float32Array(2 * topology.particleCount);
    uv.set(topology.uv.subarray(0, uv.length));
    object.geometry.dispose();
    points.geometry.dispose();
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(positions, 3).setUsage(DynamicDrawUsage));
    geometry.setAttribute("normal", new BufferAttribute(normals, 3).setUsage(DynamicDrawUsage));
    geometry.setAttribute("uv", new BufferAttribute(uv, 2));
    geometry.setIndex(new BufferAttribute(triangles, 1));
    cloths = new Uint16Array(topology.cloths);
    smoothed = false;
    isCut = topology.recut;
    runs = findRuns(triangles, cloths);
    addGroups(geometry, runs);
    object.geometry = geometry;
    points.geometry = geometry;
    if (colours !== undefined) addColours();
    dress();
    points.visible = triangles.length === 0;
  }

  function addColours(): BufferAttribute {
    colours = new BufferAttribute(new Float32Array(positions.length), 3).setUsage(DynamicDrawUsage);
    object.geometry.setAttribute("color", colours);
    return colours;
  }

  return {
    object,
    get positions() {
      return positions;
    },
    get triangles() {
      return triangles;
    },
    setFabrics(names) {
      if (!looks.setFabrics(names)) return;
      dress();
      scaled = false;
    },
    setTopology(topology) {
      pending = topology.recut ? topology : undefined;
      if (topology.recut) return;
      scaled = false;
      if (topology.skins !== undefined) isWorn = topology.skins.length > 0;
      refit(topology);
    },
    setFrame(frame) {
      if (pending !== undefined) refit(pending);
      pending = undefined;
      positions.set(frame.positions);
      normals.set(frame.normals);
      object.geometry.getAttribute("position").needsUpdate = true;
      object.geometry.getAttribute("normal").needsUpdate = true;
      if (smoothed) smooth.update(positions);
      else smoothen();
      if (!scaled) {
        scaled = true;
        looks.scale({ positions, uv, triangles }, runs, isWorn);
      }
    },
    setColours(next) {
      const wasPlain = colours !== undefined;
      if (next === undefined) {
        colours = undefined;
        object.geometry.deleteAttribute("color");
      } else if (next.length === positions.length) {
        colours ??= addColours();
        colours.set(next);
        colours.needsUpdate = true;
      }
      if (wasPlain === (colours !== undefined)) return;
      dress();
      smooth.update(positions);
    },
    dispose() {
      object.geometry.dispose();
      smooth.object.geometry.dispose();
      points.material.dispose();
      for (const material of plain) material.dispose();
      looks.dispose();
    },
  };
}
