import { Color, NeutralToneMapping, PCFShadowMap, type PerspectiveCamera, Scene, WebGLRenderer } from "three";
import type { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { createFloor } from "./floor.ts";
import type { Framing } from "./framing.ts";
import { createLights } from "./lights.ts";
import { choosePixelRatio } from "./pixel-ratio.ts";
import { createStageCamera, type Insets, type StageArea, type StageView } from "./stage-camera.ts";

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

/** A part of the canvas, from its left top corner [CSS px]. */
export interface Tile {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A screen that is touched. */
const HANDHELD = "(pointer: coarse) and (max-width: 1024px)";
const NO_INSETS: Insets = { top: 0, right: 0, bottom: 0, left: 0 };

/** `calm`: the view stops at once when it is let go, instead of swinging on. */
export function createStage(canvas: HTMLCanvasElement, calm: boolean): Stage {
  const renderer = createRenderer(canvas);
  const scene = new Scene();
  const lights = createLights();
  const floor = createFloor();
  scene.add(...lights.objects, floor.object);
  const handheld = matchMedia(HANDHELD);
  let insets = NO_INSETS;
  let tiles: readonly Tile[] | undefined;
  let picture: PictureSize | undefined;
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
  const view = createStageCamera(canvas, calm, area, invalidate);
  const { camera, controls } = view;

  function invalidate(): void {
    due = true;
  }

  /** Nothing of a tile or of a picture lies under panels. */
  function area(): StageArea {
    if (picture !== undefined) return { width, height, insets: NO_INSETS };
    return tiles?.[0] === undefined ? { width, height, insets } : { ...tiles[0], insets: NO_INSETS };
  }

  function resize(): void {
    const { devicePixelRatio } = window;
    const wanted = picture ?? size;
    const next = picture === undefined ? choosePixelRatio({ ...size, devicePixelRatio, handheld: handheld.matches }) : 1;
    if (wanted.width === width && wanted.height === height && next === ratio) return;
    ({ width, height } = wanted);
    ratio = next;
    renderer.setPixelRatio(ratio);
    renderer.setSize(width, height, false);
    view.fit();
  }

  function drawTile(tile: Tile): void {
    const bottom = height - tile.top - tile.height;
    renderer.setViewport(tile.left, bottom, tile.width, tile.height);
    renderer.setScissor(tile.left, bottom, tile.width, tile.height);
    renderer.render(scene, camera);
  }

  return {
    scene,
    camera,
    controls,
    maxAnisotropy: Math.min(8, renderer.capabilities.getMaxAnisotropy()),
    frame(framing, own) {
      resize();
      const { centre, radius } = framing;
      const ground = framing.ground ?? { centre: [centre[0], centre[2]], radius: 0 };
      lights.aim(framing);
      floor.place(ground.centre[0], framing.floor, ground.centre[1], 1.9 * radius + ground.radius);
      view.frame(framing, own);
      due = true;
    },
    setInsets(next) {
      insets = next;
      view.fit();
    },
    follow(x, z) {
      const step = view.follow(x, z);
      if (step === undefined) return;
      lights.moveBy(step);
      due = true;
    },
    get turned() {
      return view.turned;
    },
    showFramed() {
      view.place();
      due = true;
    },
    setTiles(next) {
      tiles = next;
      view.fit();
      due = true;
    },
    setDark(dark) {
      floor.setDark(dark);
      lights.setDark(dark);
      due = true;
    },
    invalidate,
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
        drawTile(tile);
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
      view.fit();
    },
  };
}

function createRenderer(canvas: HTMLCanvasElement): WebGLRenderer {
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, powerPreference: "high-performance" });
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = PCFShadowMap;
  renderer.toneMapping = NeutralToneMapping;
  return renderer;
}
