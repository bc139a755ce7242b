import { CanvasTexture, CircleGeometry, Group, Mesh, MeshBasicMaterial, ShadowMaterial } from "three";

/** A round floor: a pool of light that fades into the page's background, and the cloth's shadow on it. */
export interface Floor {
  readonly object: Group;
  place(x: number, height: number, z: number, radius: number): void;
  setDark(dark: boolean): void;
}

export function createFloor(): Floor {
  const light = new MeshBasicMaterial({
    transparent: true,
    depthWrite: false,
    alphaMap: poolOfLight(),
    toneMapped: false,
  });
  const shade = new ShadowMaterial({ transparent: true, depthWrite: false });
  const disc = new CircleGeometry(1, 128);
  const pool = new Mesh(disc, light);
  const shadow = new Mesh(disc, shade);
  shadow.receiveShadow = true;
  pool.renderOrder = -2;
  shadow.renderOrder = -1;
  shadow.scale.setScalar(1.6);
  const object = new Group();
  object.rotation.x = -Math.PI / 2;
  object.add(pool, shadow);
  return {
    object,
    place(x, height, z, radius) {
      object.position.set(x, height, z);
      object.scale.setScalar(radius);
    },
    setDark(dark) {
      light.color.set(dark ? 0x6d6a68 : 0xffffff);
      light.opacity = dark ? 0.5 : 0.75;
      shade.color.set(dark ? 0x000000 : 0x3b2618);
      shade.opacity = dark ? 0.5 : 0.34;
    },
  };
}

/** White in the middle, fading outwards, with a soft rim. */
function poolOfLight(): CanvasTexture {
  const size = 512;
  const canvas = document.createElement("canvas");
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext("2d");
  if (context !== null) {
    const gradient = context.createRadialGradient(size / 2, size / 2, 0, size / 2, size / 2, size / 2);
    gradient.addColorStop(0, "#fff");
    gradient.addColorStop(0.5, "#b0b0b0");
    gradient.addColorStop(0.955, "#4a4a4a");
    gradient.addColorStop(0.99, "#000");
    context.fillStyle = gradient;
    context.fillRect(0, 0, size, size);
  }
  return new CanvasTexture(canvas);
}
