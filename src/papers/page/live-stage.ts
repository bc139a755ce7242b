import {
  BackSide,
  BufferAttribute,
  BufferGeometry,
  CircleGeometry,
  Color,
  DirectionalLight,
  DoubleSide,
  FrontSide,
  HemisphereLight,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PerspectiveCamera,
  Scene,
  SRGBColorSpace,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { Colour } from "../../output/draw-picture.ts";
import type { Camera } from "../../output/rasterise.ts";
import type { LiveShape } from "./live-messages.ts";

/** The picture of one run. */
export interface LiveStage {
  readonly canvas: HTMLCanvasElement;
  /** What there is to be drawn, and from where it is looked at; a reader who has turned the view keeps it. */
  setShapes(shapes: readonly LiveShape[], camera: Camera, floor: number | undefined): void;
  move(positions: readonly Float32Array[]): void;
  remove(): void;
}

const WIDTH = 480;
const HEIGHT = 360;

export function createLiveStage(): LiveStage {
  const canvas = document.createElement("canvas");
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
  renderer.setPixelRatio(Math.min(2, devicePixelRatio));
  renderer.setSize(WIDTH, HEIGHT, false);
  const scene = new Scene();
  const camera = new PerspectiveCamera(35, WIDTH / HEIGHT, 0.01, 1000);
  const controls = new OrbitControls(camera, canvas);
  controls.enablePan = false;
  controls.enableZoom = false; // the page scrolls
  controls.addEventListener("change", draw);
  const sun = new DirectionalLight(0xfff4e6, 2.2);
  scene.add(new HemisphereLight(0xdfe6f0, 0x7a7068, 1.9), sun);
  let geometries: BufferGeometry[] = [];
  let things: (Mesh | LineSegments)[] = [];
  let isPlaced = false;

  function draw(): void {
    renderer.render(scene, camera);
  }

  function setShapes(shapes: readonly LiveShape[], view: Camera, floor: number | undefined): void {
    clear();
    for (const shape of shapes) {
      const geometry = new BufferGeometry();
      geometries.push(geometry);
      if (shape.triangles === undefined) {
        things.push(new LineSegments(geometry, new LineBasicMaterial({ color: colourOf(shape.colour) })));
        continue;
      }
      geometry.setIndex(new BufferAttribute(shape.triangles, 1));
      const sides =
        shape.back === undefined
          ? [[DoubleSide, shape.colour] as const]
          : ([
              [FrontSide, shape.colour],
              [BackSide, shape.back],
            ] as const);
      for (const [side, colour] of sides) things.push(new Mesh(geometry, new MeshLambertMaterial({ color: colourOf(colour), side })));
    }
    if (!isPlaced) place(view);
    if (floor !== undefined) things.push(createFloor(view, floor));
    for (const thing of things) {
      thing.frustumCulled = false; // cloth that is lost leaves every box
      scene.add(thing);
    }
  }

  /** The camera as the recorded pictures have it. */
  function place({ eye, target, fieldOfView }: Camera): void {
    isPlaced = true;
    camera.fov = fieldOfView;
    camera.position.set(...eye);
    controls.target.set(...target);
    const distance = camera.position.distanceTo(controls.target);
    camera.near = distance / 200;
    camera.far = 20 * distance;
    camera.updateProjectionMatrix();
    sun.position.set(target[0] + 0.45 * distance, target[1] + distance, target[2] + 0.55 * distance);
    sun.target.position.set(...target);
    scene.add(sun.target);
    controls.update();
  }

  function move(positions: readonly Float32Array[]): void {
    positions.forEach((x, n) => {
      const geometry = geometries[n];
      const kept = geometry.getAttribute("position");
      if (kept?.array.length === x.length) {
        (kept.array as Float32Array).set(x);
        kept.needsUpdate = true;
      } else geometry.setAttribute("position", new BufferAttribute(x, 3));
      if (geometry.index !== null) geometry.computeVertexNormals();
    });
    draw();
  }

  function clear(): void {
    for (const thing of things) {
      scene.remove(thing);
      for (const material of [thing.material].flat()) material.dispose();
    }
    for (const geometry of geometries) geometry.dispose();
    things = [];
    geometries = [];
  }

  function remove(): void {
    clear();
    controls.dispose();
    renderer.dispose();
    canvas.remove();
  }

  return { canvas, setShapes, move, remove };
}

function createFloor({ eye, target }: Camera, height: number): Mesh {
  const reach = Math.hypot(eye[0] - target[0], eye[1] - target[1], eye[2] - target[2]); // not in a step
  const geometry = new CircleGeometry(reach, 48);
  geometry.rotateX(-Math.PI / 2);
  geometry.translate(target[0], height, target[2]);
  return new Mesh(geometry, new MeshBasicMaterial({ color: 0x8a8078, transparent: true, opacity: 0.14 }));
}

function colourOf([red, green, blue]: Colour): Color {
  return new Color().setRGB(red, green, blue, SRGBColorSpace);
}
