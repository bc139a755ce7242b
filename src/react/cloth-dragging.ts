import { useThree } from "@react-three/fiber";
import { type ReactNode, useEffect } from "react";
import { given } from "../scene/given.ts";
import { type DraggingOptions, enableDragging } from "../three/enable-dragging.ts";
import { useSame } from "./use-same.ts";
import { useWorldHome } from "./world-context.ts";

/** Lets people drag the cloth of the world above by mouse, pen and touch. Controls with `makeDefault` rest meanwhile. */
export function ClothDragging(props: DraggingOptions): ReactNode {
  const home = useWorldHome("<ClothDragging>");
  const gl = useThree((state) => state.gl);
  const camera = useThree((state) => state.camera);
  const invalidate = useThree((state) => state.invalidate);
  const usual = useThree((state) => state.controls) as unknown as DraggingOptions["controls"] | null;
  const [options] = useSame(props);
  useEffect(() => {
    if (!home.isOurs()) return;
    const { controls = usual ?? undefined } = options;
    const dragging = enableDragging(home.world, gl, camera, given({ ...options, controls }));
    const draw = (): void => invalidate(); // a canvas that draws on demand
    const { domElement } = gl;
    const events = ["pointerdown", "pointermove", "pointerup"] as const;
    for (const event of events) domElement.addEventListener(event, draw);
    return () => {
      for (const event of events) domElement.removeEventListener(event, draw);
      dragging.dispose();
    };
  }, [home, gl, camera, invalidate, usual, options]);
  return null;
}
