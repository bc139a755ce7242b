import { createCloth, enableDragging } from "drape/three";
import * as THREE from "three";

// A scene as you may have it: camera, lights and a floor.
const renderer = new THREE.WebGLRenderer({ antialias: true });
renderer.shadowMap.enabled = true;
renderer.toneMapping = THREE.ACESFilmicToneMapping;
renderer.setSize(innerWidth, innerHeight);
document.body.append(renderer.domElement);
const scene = new THREE.Scene();
scene.background = new THREE.Color(0xd9e2ea);
scene.fog = new THREE.Fog(0xd9e2ea, 4, 9);
const camera = new THREE.PerspectiveCamera(35, innerWidth / innerHeight);
camera.position.set(1.1, 1.1, 2.9);
camera.lookAt(0.05, 0.83, 0.2);
const sun = new THREE.DirectionalLight(0xfff0dc, 4);
sun.position.set(1.5, 3, 4);
sun.castShadow = true;
sun.shadow.mapSize.set(1024, 1024);
sun.shadow.bias = -0.0001;
const floor = new THREE.Mesh(new THREE.CircleGeometry(12).rotateX(-Math.PI / 2), new THREE.MeshStandardMaterial({ color: 0x9a8f84 }));
floor.receiveShadow = true;
const bar = new THREE.Mesh(new THREE.CapsuleGeometry(0.015, 1.1).rotateZ(Math.PI / 2), new THREE.MeshStandardMaterial({ color: 0x6b4a2b }));
bar.position.y = 1.515;
scene.add(sun, new THREE.HemisphereLight(0xe8f1ff, 0x8d8377, 2), floor, bar);

// The cloth: a cape whose seven pins are drawn together, simulated in a worker: no frame of the page waits for it.
const wind = { velocity: [0.4, 0, 2.5], density: 0.25, gusts: { strength: 0.7, period: 0.8 } };
const grid = { columns: 37, rows: 37, width: 1.4, height: 1.25, origin: [-0.7, 1.5, 0] };
const gather = (vertex: number) => [
  { at: 0, offset: [0, 0, 0] },
  { at: 1, offset: [0.014 * (18 - vertex), 0, 0] },
];
const pins = [0, 6, 12, 18, 24, 30, 36].map((vertex) => ({ vertex, motion: { keyframes: gather(vertex) } }));
const cape = await createCloth({ wind, worker: true }, { grid, fabric: "satin", pins }, { smooth: 1 });
scene.add(cape.mesh);
enableDragging(cape.world, renderer, camera);

// Every frame.
let last = 0;
renderer.setAnimationLoop((milliseconds) => {
  cape.update((milliseconds - last) / 1000);
  last = milliseconds;
  renderer.render(scene, camera);
});
