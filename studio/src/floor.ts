import { CanvasTexture, CircleGeometry, Mesh, MeshStandardMaterial } from "three";

/** A round floor that fades into the background at its rim and takes the cloth's shadow. */
export interface Floor {
  readonly object: Mesh;
  place(x: number, height: number, z: number, radius: number): void;
  setColor(color: number): void;
}

export function createFloor(): Floor {
  const material = new MeshStandardMaterial({ roughness: 0.96, metalness: 0, transparent: true, alphaMap: fade() });
  material.depthWrite = false;
  const object = new Mesh(new CircleGeometry(1, 96), material);
  object.rotation.x = -Math.PI / 2;
  object.receiveShadow = true;
  object.renderOrder = -1;
  return {
    object,
    place(x, height, z, radius) {
      object.position.set(x, height, z);
      object.scale.setScalar(radius);
    },
    setColor(color) {
      material.color.set(color);
    },
  };
}

/** White in the middle, black at the rim. */
function fade(): CanvasTexture {
  const size = 256;
  const canvas = document.createElement("canvas");
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext("2d");
  if (context !== null) {
    const gradient = context.createRadialGradient(size / 2, size / 2, 0, size / 2, size / 2, size / 2);
    gradient.addColorStop(0, "#fff");
    gradient.addColorStop(0.3, "#ddd");
    gradient.addColorStop(0.7, "#444");
    gradient.addColorStop(1, "#000");
    context.fillStyle = gradient;
    context.fillRect(0, 0, size, size);
  }
  return new CanvasTexture(canvas);
}
