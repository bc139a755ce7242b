import { createWorld } from "drape";
import { createCloth, followObject } from "drape/three";
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
camera.position.set(1.1, 1.35, 2.1);
camera.lookAt(0, 0.5, 0);
const sun = new THREE.DirectionalLight(0xfff0dc, 4);
sun.position.set(1.5, 3, 4);
sun.castShadow = true;
sun.shadow.mapSize.set(1024, 1024);
sun.shadow.bias = -0.0001;
const floor = new THREE.Mesh(new THREE.CircleGeometry(12).rotateX(-Math.PI / 2), new THREE.MeshStandardMaterial({ color: 0x9a8f84 }));
floor.receiveShadow = true;
const blue = new THREE.MeshStandardMaterial({ color: 0x4a7fa5, roughness: 0.35 });
const knot = new THREE.Mesh(new THREE.TorusKnotGeometry(0.26, 0.1, 150, 24), blue);
knot.position.y = 0.55;
knot.castShadow = true;
scene.add(sun, new THREE.HemisphereLight(0xe8f1ff, 0x8d8377, 2), floor, knot);

// The cloth: a geometry falls over a mesh that turns, and lies on the floor.
const world = await createWorld({ collision: { self: true, friction: 0.4 } });
await followObject(world, knot);
await followObject(world, floor, { shape: "plane" });
const napkin = new THREE.PlaneGeometry(1.3, 1.3, 40, 40)
  .rotateX(-Math.PI / 2)
  .rotateY(0.5)
  .translate(0, 1.05, 0);
const { mesh } = await createCloth(world, { mesh: napkin, fabric: "cotton" }, { smooth: 1 });
scene.add(mesh);

// Every frame.
let last = 0;
renderer.setAnimationLoop((milliseconds) => {
  knot.rotation.y = milliseconds / 8000;
  world.update((milliseconds - last) / 1000);
  last = milliseconds;
  renderer.render(scene, camera);
});
