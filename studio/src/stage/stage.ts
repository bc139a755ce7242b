import {
  Color,
  DirectionalLight,
  HemisphereLight,
  MathUtils,
  NeutralToneMapping,
  PCFShadowMap,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { createFloor } from "./floor.ts";
import { type Framing, framingDistance } from "./framing.ts";
import { choosePixelRatio } from "./pixel-ratio.ts";

/** Renderer, lights, floor and camera: everything around the cloth. It draws only when something has changed. */
export interface Stage {
  readonly scene: Scene;
  readonly camera: PerspectiveCamera;
  readonly controls: OrbitControls;
  readonly maxAnisotropy: number;
  /** Sets light, floor and camera about a cloth; `view` is the scene's own camera, where it has one. */
  frame(framing: Framing, view?: StageView): void;
  /**
   * Parts of the canvas that lie under panels [CSS px]; the cloth is centred in what is left, and fitted to it unless the person
   * has turned the view.
   */
  setInsets(insets: Insets): void;
  /** Takes camera and light along with a figure that has come so far from its start [m]. */
  follow(x: number, z: number): void;
  /** Whether the person has turned the view, and the way back. */
  readonly turned: boolean;
  showFramed(): void;
  setDark(dark: boolean): void;
  /** Shows the same view several times, in these parts of the canvas, all of one size; undefined: once, in all of it. */
  setTiles(tiles: readonly Tile[] | undefined): void;
  /** Asks for a draw in the next frame. */
  invalidate(): void;
  /** Follows the canvas' size and the camera; true when a draw is due. */
  prepare(): boolean;
  /** Draws the scene; each tile after `choose` has put into the scene what belongs there. */
  draw(choose?: (tile: number) => void): void;
  /** Draws pictures of this size [px], nothing of them under panels, before a background; undefined: the page again. */
  setPicture(size: PictureSize | undefined): void;
  /** Gives back the graphics memory; nothing is drawn from then on. */
  dispose(): void;
}

export interface PictureSize {
  readonly width: number;
  readonly height: number;
  /** Of the background, as CSS has it. */
  readonly colour: string;
}

export interface StageView {
  readonly position: readonly [number, number, number];
  readonly target: readonly [number, number, number];
}

export interface Insets {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** A part of the canvas, from its left top corner [CSS px]. */
export interface Tile {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A screen that is touched. */
const HANDHELD = "(pointer: coarse) and (max-width: 1024px)";
/** The width over height for which scenes place their cameras; in a narrower view the camera steps back. */
const COMPOSED_ASPECT = 1.2;
const NO_INSETS: Insets = { top: 0, right: 0, bottom: 0, left: 0 };
const SHADOW_TEXELS = 2048;
/** Where the camera stands when the scene does not say, seen from the cloth; and the lamps: warm key, cool fill, rim from behind. */
const VIEW_DIRECTION = new Vector3(0.52, 0.26, 1).normalize();
const KEY_DIRECTION = new Vector3(0.65, 1.05, 1.05).normalize();
const FILL_DIRECTION = new Vector3(-1, 0.35, 0.6).normalize();
const RIM_DIRECTION = new Vector3(-0.5, 0.6, -1).normalize();

/** `calm`: the view stops at once when it is let go, instead of swinging on. */
export function createStage(canvas: HTMLCanvasElement, calm: boolean): Stage {
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, powerPreference: "high-performance" });
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  renderer.toneMapping = NeutralToneMapping;

  const scene = new Scene();
  const camera = new PerspectiveCamera(32, 1, 0.01, 100);
  const controls = new OrbitControls(camera, canvas);
  controls.enableDamping = !calm;
  controls.dampingFactor = 0.12;
  controls.maxPolarAngle = 0.53 * Math.PI;
  const sky = new HemisphereLight(0xffffff, 0xd8cabb, 0.5);
  const key = new DirectionalLight(0xffeedb, 2.5);
  key.castShadow = true;
  key.shadow.mapSize.set(SHADOW_TEXELS, SHADOW_TEXELS);
  key.shadow.radius = 6;
  const handheld = matchMedia(HANDHELD);
  const fill = new DirectionalLight(0xcfe0f5, 0.5);
  const rim = new DirectionalLight(0xffe6cf, 0.9);
  const floor = createFloor();
  scene.add(sky, key, key.target, fill, rim, floor.object);
  fill.position.copy(FILL_DIRECTION);
  rim.position.copy(RIM_DIRECTION);

  const followed = new Vector3();
  let insets = NO_INSETS;
  let tiles: readonly Tile[] | undefined;
  let picture: PictureSize | undefined;
  let framed: { framing: Framing; view: StageView | undefined } | undefined;
  let size = { width: canvas.clientWidth, height: canvas.clientHeight };
  let width = 0;
  let height = 0;
  let ratio = 0;
  let due = true;
  // Asked for in the frame loop, the size would cost a layout each time.
  const observer = new ResizeObserver(([entry]) => {
    size = { width: entry.contentRect.width, height: entry.contentRect.height };
  });
  observer.observe(canvas);
  let touched = false;
  let turned = false;
  controls.addEventListener("change", () => {
    due = true;
    turned ||= touched;
  });
  controls.addEventListener("start", () => {
    touched = true;
  });

  function resize(): void {
    const { devicePixelRatio } = window;
    const wanted = picture ?? size;
    const next = picture === undefined ? choosePixelRatio({ ...size, devicePixelRatio, handheld: handheld.matches }) : 1;
    if (wanted.width === width && wanted.height === height && next === ratio) return;
    ({ width, height } = wanted);
    ratio = next;
    renderer.setPixelRatio(ratio);
    renderer.setSize(width, height, false);
    project();
    if (!turned) placeCamera();
  }

  /** Size of what is drawn, and what of it lies under panels: nothing of a tile or of a picture does. */
  function area(): { width: number; height: number; insets: Insets } {
    if (picture !== undefined) return { width, height, insets: NO_INSETS };
    return tiles?.[0] === undefined ? { width, height, insets } : { ...tiles[0], insets: NO_INSETS };
  }

  /** Shifts the picture so that its middle is the middle of the uncovered part of the canvas. */
  function project(): void {
    const { width, height, insets } = area();
    if (width === 0 || height === 0) return;
    camera.aspect = width / height;
    const dx = (insets.right - insets.left) / 2;
    const dy = (insets.bottom - insets.top) / 2;
    camera.setViewOffset(width, height, dx, dy, width, height);
    camera.updateProjectionMatrix();
    due = true;
  }

  function placeCamera(): void {
    if (framed === undefined) return;
    const { framing, view } = framed;
    const { width, height, insets } = area();
    // Ends a swing that is still dying away.
    controls.enableDamping = false;
    controls.update();
    controls.enableDamping = !calm;
    const freeWidth = Math.max(1, width - insets.left - insets.right);
    const freeHeight = Math.max(1, height - insets.top - insets.bottom);
    if (view !== undefined) {
      const back = (height / freeHeight) * Math.max(1, COMPOSED_ASPECT / (freeWidth / freeHeight));
      controls.target.set(...view.target);
      camera.position
        .set(...view.position)
        .sub(controls.target)
        .multiplyScalar(back)
        .add(controls.target);
    } else {
      const angle = 2 * Math.atan(Math.tan(MathUtils.degToRad(camera.fov) / 2) * (freeHeight / Math.max(1, height)));
      const distance = 1.04 * framingDistance(framing.radius, angle, freeWidth / freeHeight);
      controls.target.set(...framing.center);
      camera.position.copy(controls.target).addScaledVector(VIEW_DIRECTION, distance);
    }
    controls.target.add(followed);
    camera.position.add(followed);
    controls.update();
    touched = false;
    turned = false;
  }

  function moveBy(step: Vector3): void {
    followed.add(step);
    for (const place of [controls.target, camera.position, key.position, key.target.position]) place.add(step);
    due = true;
  }

  return {
    scene,
    camera,
    controls,
    maxAnisotropy: Math.min(8, renderer.capabilities.getMaxAnisotropy()),
    frame(framing, view) {
      resize();
      framed = { framing, view };
      followed.set(0, 0, 0);
      const { center, radius } = framing;
      const ground = framing.ground ?? { center: [center[0], center[2]], radius: 0 };
      const reach = 2.2 * radius;
      camera.near = 0.02 * radius;
      camera.far = 60 * radius;
      controls.minDistance = 0.3 * radius;
      controls.maxDistance = 14 * radius;
      key.target.position.set(...center);
      key.position.copy(key.target.position).addScaledVector(KEY_DIRECTION, 4 * radius);
      const { camera: lamp } = key.shadow;
      lamp.left = -reach;
      lamp.right = reach;
      lamp.top = reach;
      lamp.bottom = -reach;
      lamp.near = 0.1 * radius;
      lamp.far = 9 * radius;
      lamp.updateProjectionMatrix();
      key.shadow.normalBias = 0.012 * radius;
      key.shadow.bias = -0.0006;
      floor.place(ground.center[0], framing.floor, ground.center[1], 1.9 * radius + ground.radius);
      project();
      placeCamera();
      due = true;
    },
    setInsets(next) {
      insets = next;
      project();
      if (!turned) placeCamera();
    },
    follow(x, z) {
      const step = new Vector3(x, 0, z).sub(followed);
      if (step.lengthSq() > 0) moveBy(step);
    },
    get turned() {
      return turned;
    },
    showFramed() {
      placeCamera();
      due = true;
    },
    setTiles(next) {
      tiles = next;
      project();
      if (!turned) placeCamera();
      due = true;
    },
    setDark(dark) {
      floor.setDark(dark);
      sky.intensity = dark ? 0.75 : 1.35;
      key.intensity = dark ? 2.4 : 2.7;
      fill.intensity = dark ? 0.8 : 0.6;
      due = true;
    },
    invalidate() {
      due = true;
    },
    prepare() {
      resize();
      controls.update();
      return due;
    },
    draw(choose) {
      due = false;
      renderer.setScissorTest(false);
      renderer.setViewport(0, 0, width, height);
      if (tiles === undefined) {
        renderer.render(scene, camera);
        return;
      }
      renderer.clear();
      renderer.setScissorTest(true);
      for (const [k, tile] of tiles.entries()) {
        choose?.(k);
        const bottom = height - tile.top - tile.height;
        renderer.setViewport(tile.left, bottom, tile.width, tile.height);
        renderer.setScissor(tile.left, bottom, tile.width, tile.height);
        renderer.render(scene, camera);
      }
    },
    dispose() {
      observer.disconnect();
      controls.dispose();
      renderer.dispose();
      renderer.forceContextLoss();
    },
    setPicture(next) {
      picture = next;
      scene.background = next === undefined ? null : new Color(next.colour);
      resize();
      project();
      if (!turned) placeCamera();
    },
  };
}
