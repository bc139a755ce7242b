import {
  BackSide,
  BoxGeometry,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  PMREMGenerator,
  Scene,
  type Texture,
  type WebGLRenderer,
} from "three";

/** The soft surroundings that light the cloth from all sides: a dim room, a broad lamp above, a warm and a cool wall. */
export function makeEnvironment(renderer: WebGLRenderer): Texture {
  const room = new Scene();
  const walls = new MeshBasicMaterial({ color: 0x8a8580, side: BackSide });
  room.add(new Mesh(new BoxGeometry(10, 10, 10), walls));
  addPanel(room, 0xfff6ea, 5, [0, 4.9, 0], [Math.PI / 2, 0, 0]);
  addPanel(room, 0xffdcb8, 2.2, [4.9, 1, 1], [0, -Math.PI / 2, 0]);
  addPanel(room, 0xb9cfe6, 1.4, [-4.9, 1, -1], [0, Math.PI / 2, 0]);
  const generator = new PMREMGenerator(renderer);
  const { texture } = generator.fromScene(room, 0.06, 0.1, 20, { size: 64 });
  generator.dispose();
  room.traverse((object) => {
    if (object instanceof Mesh) object.geometry.dispose();
  });
  return texture;
}

function addPanel(room: Scene, color: number, intensity: number, at: number[], turn: number[]): void {
  const material = new MeshBasicMaterial({ color });
  material.color.multiplyScalar(intensity);
  const panel = new Mesh(new PlaneGeometry(5, 5), material);
  panel.position.set(at[0], at[1], at[2]);
  panel.rotation.set(turn[0], turn[1], turn[2]);
  room.add(panel);
}
