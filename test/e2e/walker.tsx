import { useFrame } from "@react-three/fiber";
import { Cloth, ClothCollider, ClothWorld } from "drape/react";
import { type ReactNode, useRef } from "react";
import { DoubleSide, type Mesh } from "three";

const GRID = { columns: 21, rows: 31, width: 0.6, height: 1.2, origin: [-0.3, 1.5, -0.25] };

/** Somebody who walks to and fro in a cape: to be put into a Canvas. */
export function Walker(): ReactNode {
  const body = useRef<Mesh>(null);
  useFrame(({ clock }) => body.current?.position.setZ(Math.sin(clock.elapsedTime)));
  return (
    <ClothWorld worker>
      <ClothCollider>
        <mesh ref={body} position={[0, 1, 0]}>
          <capsuleGeometry args={[0.2, 1]} />
        </mesh>
      </ClothCollider>
      <Cloth grid={GRID} attachTo={{ object: body, vertices: "top" }}>
        <meshStandardMaterial color="crimson" side={DoubleSide} />
      </Cloth>
    </ClothWorld>
  );
}
