import { MathUtils, PerspectiveCamera, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { type Framing, framingDistance } from "./framing.ts";

/** The camera of the stage and the controls that turn it. It looks at the scene as that asks for, until the person turns the view. */
export interface StageCamera {
  readonly camera: PerspectiveCamera;
  readonly controls: OrbitControls;
  /** Whether the person has turned the view. */
  readonly turned: boolean;
  /** Looks at another scene; `view` is its own camera, where it has one. */
  frame(framing: Framing, view: StageView | undefined): void;
  /** The area has changed: shifts the picture, and fits the cloth to it unless the person has turned the view. */
  fit(): void;
  /** Goes back to the scene's view. */
  place(): void;
  /** Follows a figure that has come so far from its start [m]; the way since the last call, undefined where there is none. */
  follow(x: number, z: number): Vector3 | undefined;
}

export interface StageView {
  readonly position: readonly [number, number, number];
  readonly target: readonly [number, number, number];
}

/** Size of what is drawn, and what of it lies under panels [CSS px]. */
export interface StageArea {
  readonly width: number;
  readonly height: number;
  readonly insets: Insets;
}

export interface Insets {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** The width over height for which scenes place their cameras; in a narrower view the camera steps back. */
const COMPOSED_ASPECT = 1.2;
/** Where the camera stands when the scene does not say, seen from the cloth. */
const VIEW_DIRECTION = new Vector3(0.52, 0.26, 1).normalize();

/** `calm`: the view stops at once when it is let go, instead of swinging on. `moved` is called whenever the picture changes. */
export function createStageCamera(canvas: HTMLCanvasElement, calm: boolean, area: () => StageArea, moved: () => void): StageCamera {
  const camera = new PerspectiveCamera(32, 1, 0.01, 100);
  const controls = new OrbitControls(camera, canvas);
  controls.enableDamping = !calm;
  controls.dampingFactor = 0.12;
  controls.maxPolarAngle = 0.53 * Math.PI;
  const followed = new Vector3();
  let framed: { framing: Framing; view: StageView | undefined } | undefined;
  let touched = false;
  let turned = false;
  controls.addEventListener("change", () => {
    moved();
    turned ||= touched;
  });
  controls.addEventListener("start", () => {
    touched = true;
  });

  /** Shifts the picture so that its middle is the middle of the uncovered part of the canvas. */
  function project(): void {
    const { width, height, insets } = area();
    if (width === 0 || height === 0) return;
    camera.aspect = width / height;
    const dx = (insets.right - insets.left) / 2;
    const dy = (insets.bottom - insets.top) / 2;
    camera.setViewOffset(width, height, dx, dy, width, height);
    camera.updateProjectionMatrix();
    moved();
  }

  function place(): void {
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
      controls.target.set(...framing.centre);
      camera.position.copy(controls.target).addScaledVector(VIEW_DIRECTION, distance);
    }
    controls.target.add(followed);
    camera.position.add(followed);
    controls.update();
    camera.updateMatrixWorld(); // a pointer may ask what it points at before the next draw
    touched = false;
    turned = false;
  }

  return {
    camera,
    controls,
    get turned() {
      return turned;
    },
    frame(framing, view) {
      framed = { framing, view };
      followed.set(0, 0, 0);
      const { radius } = framing;
      camera.near = 0.02 * radius;
      camera.far = 60 * radius;
      controls.minDistance = 0.3 * radius;
      controls.maxDistance = 14 * radius;
      project();
      place();
    },
    fit() {
      project();
      if (!turned) place();
    },
    place,
    follow(x, z) {
      const step = new Vector3(x, 0, z).sub(followed);
      if (step.lengthSq() === 0) return undefined;
      followed.add(step);
      controls.target.add(step);
      camera.position.add(step);
      return step;
    },
  };
}
