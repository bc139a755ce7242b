import { Canvas } from "@react-three/fiber";
import { Cloth, ClothCollider, ClothDragging, ClothWorld } from "drape/react";
import { Suspense } from "react";
import { createRoot } from "react-dom/client";

// The cloth: a cape over a ball, in gusts of wind.
const wind = { velocity: [0.4, 0, 2.5], density: 0.25, gusts: { strength: 0.7, period: 0.8 } };
const grid = { columns: 31, rows: 37, width: 1.2, height: 1.25, origin: [-0.6, 1.5, 0] };

function Cape() {
  return (
    <ClothWorld wind={wind}>
      <Cloth grid={grid} fabric="satin" pins={[0, 6, 12, 18, 24, 30]} smooth={1} castShadow receiveShadow />
      <ClothCollider>
        <Ball />
      </ClothCollider>
      <ClothDragging />
    </ClothWorld>
  );
}

// A scene as you may have it: a ball, camera, lights and a floor.
function Ball() {
  return (
    <mesh position={[0.1, 0.75, 0.2]} castShadow>
      <sphereGeometry args={[0.22, 48, 48]} />
      <meshStandardMaterial color="#4a7fa5" roughness={0.35} />
    </mesh>
  );
}

function App() {
  return (
    <Canvas shadows camera={{ fov: 35, position: [1.1, 1.1, 2.9] }} onCreated={({ camera }) => camera.lookAt(0.05, 0.83, 0.2)}>
      <color attach="background" args={["#d9e2ea"]} />
      <fog attach="fog" args={["#d9e2ea", 4, 9]} />
      <hemisphereLight args={["#e8f1ff", "#8d8377", 2]} />
      <directionalLight position={[1.5, 3, 4]} intensity={4} castShadow shadow-mapSize={[1024, 1024]} shadow-bias={-0.0001} />
      <mesh rotation-x={-Math.PI / 2} receiveShadow>
        <circleGeometry args={[12]} />
        <meshStandardMaterial color="#9a8f84" />
      </mesh>
      <Suspense>
        <Cape />
      </Suspense>
    </Canvas>
  );
}

createRoot(document.getElementById("root") as HTMLElement).render(<App />);
