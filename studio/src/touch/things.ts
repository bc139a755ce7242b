import { InstancedMesh, Matrix4, Mesh, MeshBasicMaterial, MeshStandardMaterial, SphereGeometry, Vector3 } from "three";
import type { Frame } from "../commands.ts";
import type { ClothView } from "../stage/cloth-view.ts";
import type { Stage } from "../stage/stage.ts";

/** What the tools put on the stage: markers of pins, and the ball. */
export interface Things {
  /** The vertices that are pinned. */
  setPinned(vertices: Uint32Array): void;
  /** Whether pins are marked. */
  markPins(marked: boolean): void;
  /** Follows a frame that the cloth has taken up. */
  setFrame(frame: Frame): void;
}

/** More pins than this are not all marked. */
const MOST_MARKERS = 4096;
/** Radius of a marker as a share of its distance from the eye. */
const MARKER = 0.0045;

export function createThings(stage: Stage, cloth: ClothView): Things {
  const look = new MeshBasicMaterial({ color: 0xa1412b, depthTest: false, transparent: true, opacity: 0.9 });
  const markers = new InstancedMesh(new SphereGeometry(1, 12, 8), look, MOST_MARKERS);
  markers.frustumCulled = false;
  markers.renderOrder = 1;
  markers.visible = false;
  const ball = new Mesh(new SphereGeometry(1, 48, 24), new MeshStandardMaterial({ color: 0x3d7d8c, roughness: 0.6 }));
  ball.castShadow = true;
  ball.receiveShadow = true;
  ball.visible = false;
  stage.scene.add(markers, ball);
  const matrix = new Matrix4();
  const place = new Vector3();
  let pinned = new Uint32Array(0);

  function placeMarkers(): void {
    if (!markers.visible) return;
    let count = 0;
    for (const vertex of pinned) {
      if (3 * vertex >= cloth.positions.length || count === MOST_MARKERS) continue;
      place.fromArray(cloth.positions, 3 * vertex);
      const size = MARKER * stage.camera.position.distanceTo(place);
      markers.setMatrixAt(count++, matrix.makeScale(size, size, size).setPosition(place));
    }
    markers.count = count;
    markers.instanceMatrix.needsUpdate = true;
    stage.invalidate();
  }

  return {
    setPinned(vertices) {
      pinned = vertices.slice();
      placeMarkers();
    },
    markPins(marked) {
      if (markers.visible === marked) return;
      markers.visible = marked;
      placeMarkers();
      stage.invalidate();
    },
    setFrame(frame) {
      placeMarkers();
      ball.visible = frame.ball !== undefined;
      if (frame.ball === undefined) return;
      const [x, y, z, radius] = frame.ball;
      ball.position.set(x, y, z);
      ball.scale.setScalar(radius);
    },
  };
}
