import * as THREE from "three";
import { unzipSync } from "three/examples/jsm/libs/fflate.module.js";
import { EXRLoader } from "three/examples/jsm/loaders/EXRLoader.js";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";

// A scene as you may have it.
const renderer = new THREE.WebGLRenderer({ antialias: true });
renderer.setSize(innerWidth, innerHeight);
document.body.append(renderer.domElement);
const scene = new THREE.Scene();
scene.background = new THREE.Color(0xd9e2ea);
const camera = new THREE.PerspectiveCamera(35, innerWidth / innerHeight);
camera.position.set(0.6, 1.3, 2.7);
camera.lookAt(0, 1.35, 0);
const sun = new THREE.DirectionalLight(0xfff0dc, 4);
sun.position.set(1.5, 3, 4);
scene.add(sun, new THREE.HemisphereLight(0xe8f1ff, 0x8d8377, 2));

// The flag: baked by `npx drape run scenes/flag.json --pre-roll 2 --seconds 4 --out flag.vat.zip`. Nothing of Drape runs in this page.
const files = unzipSync(new Uint8Array(await (await fetch("flag.vat.zip")).arrayBuffer()));
const { frames, rate, rowsPerFrame } = JSON.parse(new TextDecoder().decode(files["animation.json"]));
const { data, width, height } = new EXRLoader().setDataType(THREE.FloatType).parse(files["position.exr"].slice().buffer);
const positions = new THREE.DataTexture(data, width, height, THREE.RGBAFormat, THREE.FloatType);
const options = { imageOrientation: "flipY", colorSpaceConversion: "none" } as const; // rows from the bottom, as in the EXR
const normals = new THREE.Texture(await createImageBitmap(new Blob([files["normal.png"].slice()]), options));
normals.generateMipmaps = false;
for (const texture of [positions, normals]) texture.needsUpdate = true;

// Between two frames it goes straight; the first second fades in over the last one, so that the loop has no seam.
const length = frames - 1 - rate;
const time = { value: 0 };
const declarations = `
  attribute vec2 uv1; // the middle of the vertex's texel in the first frame, from the top
  uniform sampler2D positions, normals;
  uniform float time;
  vec3 at(sampler2D picture, int frame) {
    ivec2 size = textureSize(picture, 0), texel = ivec2(uv1 * vec2(size));
    return texelFetch(picture, ivec2(texel.x, size.y - 1 - texel.y - ${rowsPerFrame} * min(frame, ${frames - 1})), 0).xyz;
  }
  vec3 between(sampler2D picture, float frame) { return mix(at(picture, int(frame)), at(picture, int(frame) + 1), fract(frame)); }
  vec3 play(sampler2D picture) {
    return mix(between(picture, time + float(${length})), between(picture, time), smoothstep(0.0, float(${rate}), time));
  }`;
const material = new THREE.MeshStandardMaterial({ color: 0xc8202c, side: THREE.DoubleSide, roughness: 0.8 });
material.onBeforeCompile = (shader) => {
  Object.assign(shader.uniforms, { time, positions: { value: positions }, normals: { value: normals } });
  shader.vertexShader = shader.vertexShader
    .replace("#include <common>", `#include <common>${declarations}`)
    .replace("#include <beginnormal_vertex>", "vec3 objectNormal = normalize(2.0 * play(normals) - 1.0);")
    .replace("#include <begin_vertex>", "vec3 transformed = play(positions);");
};
const flag = (await new GLTFLoader().parseAsync(files["mesh.glb"].slice().buffer, "")).scene;
flag.traverse((part) => Object.assign(part, { material, frustumCulled: false }));
scene.add(flag);
renderer.setAnimationLoop((milliseconds) => {
  time.value = ((milliseconds / 1000) * rate) % length;
  renderer.render(scene, camera);
});
