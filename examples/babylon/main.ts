import { Engine } from "@babylonjs/core/Engines/engine.js";
import { NullEngine } from "@babylonjs/core/Engines/nullEngine.js";
import { DirectionalLight } from "@babylonjs/core/Lights/directionalLight.js";
import { HemisphericLight } from "@babylonjs/core/Lights/hemisphericLight.js";
import { ShadowGenerator } from "@babylonjs/core/Lights/Shadows/shadowGenerator.js";
import "@babylonjs/core/Lights/Shadows/shadowGeneratorSceneComponent.js";
import { VertexBuffer } from "@babylonjs/core/Buffers/buffer.js";
import { FreeCamera } from "@babylonjs/core/Cameras/freeCamera.js";
import { StandardMaterial } from "@babylonjs/core/Materials/standardMaterial.js";
import { Color3, Color4 } from "@babylonjs/core/Maths/math.color.js";
import { Vector3 } from "@babylonjs/core/Maths/math.vector.js";
import { CreateCylinder } from "@babylonjs/core/Meshes/Builders/cylinderBuilder.js";
import { CreateGround } from "@babylonjs/core/Meshes/Builders/groundBuilder.js";
import { Mesh } from "@babylonjs/core/Meshes/mesh.js";
import { VertexData } from "@babylonjs/core/Meshes/mesh.vertexData.js";
import { Scene } from "@babylonjs/core/scene.js";
import { createWorld } from "drape";

// A Babylon scene as you may have it, right-handed. Without a page (in Node) nothing is drawn.
const canvas = globalThis.document?.querySelector("canvas");
const engine = canvas ? new Engine(canvas, true) : new NullEngine();
export const scene = new Scene(engine);
scene.useRightHandedSystem = true;
scene.clearColor = new Color4(0.85, 0.89, 0.92);
const camera = new FreeCamera("camera", new Vector3(0.85, 1.3, 1.9), scene);
camera.setTarget(new Vector3(0.55, 1.25, 0));
new HemisphericLight("sky", new Vector3(0, 1, 0), scene).intensity = 0.5;
const sun = new DirectionalLight("sun", new Vector3(-0.4, -0.9, -1), scene);
sun.position.set(1.5, 4, 4);
const shadows = new ShadowGenerator(1024, sun);
shadows.bias = 0.01;
const paint = (mesh: Mesh, colour: Color3): StandardMaterial => {
  const material = new StandardMaterial("paint", scene);
  material.diffuseColor = colour;
  mesh.receiveShadows = true;
  mesh.material = material;
  return material;
};
paint(CreateGround("floor", { width: 30, height: 30 }, scene), new Color3(0.55, 0.5, 0.45));
const pole = CreateCylinder("pole", { height: 1.8, diameter: 0.04 }, scene);
paint(pole, new Color3(0.3, 0.2, 0.15));
pole.position.set(-0.02, 0.9, 0);

// The cloth: a flag whose positions and normals become those of a mesh, once a frame.
const world = await createWorld({ wind: { velocity: [5, 0, 1.5], airDensity: 1.2, gusts: { strength: 0.5, period: 0.7 } } });
const grid = { columns: 37, rows: 25, width: 1.2, height: 0.8, origin: [0, 0.95, 0], v: [0, 1, 0] };
const flag = await world.addCloth({ grid, fabric: "polyester", pins: ["left"] });
const mesh = new Mesh("flag", scene);
Object.assign(new VertexData(), { positions: flag.positions, normals: flag.normals, indices: flag.triangles }).applyToMesh(mesh, true);
Object.assign(paint(mesh, new Color3(0.8, 0.12, 0.15)), { backFaceCulling: false });
shadows.getShadowMap()?.renderList?.push(mesh, pole);
scene.onBeforeRenderObservable.add(() => {
  world.update(engine.getDeltaTime() / 1000);
  mesh.updateVerticesData(VertexBuffer.PositionKind, flag.positions);
  mesh.updateVerticesData(VertexBuffer.NormalKind, flag.normals);
});
engine.runRenderLoop(() => scene.render());
