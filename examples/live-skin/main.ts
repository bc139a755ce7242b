import { createWorld } from "drape";
import { computePoses, createFigure, createGarment } from "drape/figure";
import { createCloth, followObject } from "drape/three";
import * as THREE from "three";

// A scene as you may have it: camera, lights and a floor.
const renderer = new THREE.WebGLRenderer({ antialias: true });
renderer.shadowMap.enabled = true;
renderer.setSize(innerWidth, innerHeight);
document.body.append(renderer.domElement);
const scene = new THREE.Scene();
scene.background = new THREE.Color(0xd9e2ea);
const camera = new THREE.PerspectiveCamera(35, innerWidth / innerHeight);
camera.position.set(-1.9, 1.4, -2.2);
camera.lookAt(0, 0.85, -0.15);
const sun = new THREE.DirectionalLight(0xfff0dc, 2);
sun.position.set(-3, 4, -2);
sun.castShadow = true;
sun.shadow.mapSize.set(1024, 1024);
sun.shadow.bias = -0.0001;
const floor = new THREE.Mesh(new THREE.CircleGeometry(12).rotateX(-Math.PI / 2), new THREE.MeshStandardMaterial({ color: 0x9a8f84 }));
floor.receiveShadow = true;

// A skinned mesh that is animated bone by bone; yours may come from a file, with an AnimationMixer.
const figure = createFigure();
const skin = new THREE.BufferGeometry().setIndex([...figure.surface.triangles]);
skin.setAttribute("position", new THREE.Float32BufferAttribute(figure.surface.positions, 3));
skin.setAttribute("skinIndex", new THREE.Uint16BufferAttribute(figure.skinBones, 4));
skin.setAttribute("skinWeight", new THREE.Float32BufferAttribute(figure.skinWeights, 4));
skin.computeVertexNormals();
const hero = new THREE.SkinnedMesh(skin, new THREE.MeshStandardMaterial({ color: 0xc9b8a8 }));
hero.castShadow = true;
const bones = figure.bones.map(({ name }) => Object.assign(new THREE.Bone(), { name, matrixAutoUpdate: false }));
hero.add(...bones);
hero.bind(new THREE.Skeleton(bones, Array(bones.length).fill(new THREE.Matrix4())));
scene.add(sun, new THREE.HemisphereLight(0xe8f1ff, 0x8d8377, 2), floor, hero);
const poses = new Float64Array(12 * bones.length);
function animate(seconds: number): void {
  computePoses(figure, { cycle: "walk", travel: "none" }, seconds, poses);
  bones.forEach(({ matrix }, bone) => {
    const [a, b, c, d, e, f, g, h, i, x, y, z] = poses.subarray(12 * bone);
    matrix.set(a, b, c, x, d, e, f, y, g, h, i, z, 0, 0, 0, 1);
  });
}

// The cloth: a cape that goes with the chest and meets the skin as it moves.
animate(0);
const world = await createWorld({ worker: true, wind: { velocity: [0, 0, -1.5], airDensity: 1.2, gusts: { strength: 0.5, period: 0.8 } } });
const body = await followObject(world, hero);
const { positions, triangles, uv, groups } = createGarment({ kind: "cape", body: figure.bones });
const attachTo = { object: body, bone: "chest", vertices: [...groups.neck] };
const cape = await createCloth(world, { mesh: { positions, triangles, uv }, fabric: "wool", attachTo }, { smooth: 1 });
scene.add(cape.mesh);

// Every frame.
let last = 0;
renderer.setAnimationLoop((milliseconds) => {
  animate(milliseconds / 1000);
  world.update((milliseconds - last) / 1000);
  last = milliseconds;
  renderer.render(scene, camera);
});
