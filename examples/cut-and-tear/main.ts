import { createCloth, enableDragging } from "drape/three";
import * as THREE from "three";

// A scene as you may have it: camera, lights and a floor.
const renderer = new THREE.WebGLRenderer({ antialias: true });
renderer.shadowMap.enabled = true;
renderer.setSize(innerWidth, innerHeight);
document.body.append(renderer.domElement);
const scene = new THREE.Scene();
scene.background = new THREE.Color(0xd9e2ea);
scene.fog = new THREE.Fog(0xd9e2ea, 4, 9);
const camera = new THREE.PerspectiveCamera(35, innerWidth / innerHeight);
camera.position.set(0.5, 1.15, 2.6);
camera.lookAt(0, 0.95, 0);
const sun = new THREE.DirectionalLight(0xfff0dc, 2);
sun.position.set(1.5, 3, 4);
sun.castShadow = true;
sun.shadow.mapSize.set(1024, 1024);
sun.shadow.bias = -0.0001;
const floor = new THREE.Mesh(new THREE.CircleGeometry(12).rotateX(-Math.PI / 2), new THREE.MeshStandardMaterial({ color: 0x9a8f84 }));
floor.receiveShadow = true;
scene.add(sun, new THREE.HemisphereLight(0xe8f1ff, 0x8d8377, 2), floor);

// The cloth: silk that is cut, and tears on where it is drawn apart. Drag it to tear it yourself; a double click cuts.
const grid = { columns: 31, rows: 31, width: 1.2, height: 1.2, origin: [-0.6, 1.6, 0] };
const away = (x: number) => ({
  keyframes: [
    { at: 1, offset: [0, 0, 0] },
    { at: 5, offset: [x, 0, 0] },
  ],
});
const pins = [
  { vertices: "left", motion: away(-0.15) },
  { vertices: "right", motion: away(0.15) },
];
const wind = { velocity: [0, 0, 1.5], airDensity: 1.2, gusts: { strength: 0.5, period: 0.6 } };
const { mesh, cloth, world } = await createCloth({ wind }, { grid, fabric: "silk", tear: true, pins });
scene.add(mesh);
enableDragging(world, renderer, camera);
let tears = 0;
const say = (what: string): string => (document.title = `Drape: ${what}`);
world.on("tear", () => say(`torn ${++tears} times`));
await cloth.cutAlong([
  [0, 0.4, 0],
  [0, 0.65, 0],
]);
renderer.domElement.addEventListener("dblclick", async ({ clientX, clientY }) => {
  const aim = new THREE.Raycaster();
  aim.setFromCamera(new THREE.Vector2((2 * clientX) / innerWidth - 1, 1 - (2 * clientY) / innerHeight), camera);
  const hit = world.pick(aim.ray);
  if (hit) say(`cut ${await cloth.cutAlong([hit.point, [hit.point[0], hit.point[1] - 0.2, hit.point[2]]])} edges`);
});

// Every frame.
let last = 0;
renderer.setAnimationLoop((milliseconds) => {
  world.update((milliseconds - last) / 1000);
  last = milliseconds;
  renderer.render(scene, camera);
});
