import { act, createRoot, type RenderProps, type RootState } from "@react-three/fiber";
import type { ReactNode } from "react";
import type { Scene } from "three";
import { expect } from "vitest";

/** A canvas of React Three Fiber without a page: it draws nothing, and counts. */
export interface TestRoot {
  readonly scene: Scene;
  readonly state: RootState;
  /** How often the scene was drawn. */
  readonly drawn: () => number;
  render(element: ReactNode): Promise<void>;
  /** So many frames of a sixtieth of a second. */
  frames(count: number): Promise<void>;
  /** Waits until something is so, and lets React work meanwhile. */
  until(isSo: () => boolean): Promise<void>;
  unmount(): Promise<void>;
}

const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };

export async function createTestRoot(options: Partial<RenderProps<HTMLCanvasElement>> = {}): Promise<TestRoot> {
  let drawn = 0;
  let time = 0;
  const canvas = new EventTarget() as HTMLCanvasElement;
  Object.assign(canvas, {
    style: {},
    setPointerCapture() {},
    hasPointerCapture: () => false,
    getBoundingClientRect: () => ({ left: 0, top: 0, width: 100, height: 100 }),
  });
  const gl = { domElement: canvas, shadowMap: {}, setSize() {}, setPixelRatio() {}, render: () => drawn++ };
  environment.IS_REACT_ACT_ENVIRONMENT = true;
  const root = createRoot(canvas);
  await root.configure({ gl: gl as never, frameloop: "never", dpr: 1, size: { width: 100, height: 100, top: 0, left: 0 }, ...options });
  let state: RootState | undefined;
  const known = (): RootState => state as RootState;
  return {
    get scene() {
      return known().scene;
    },
    get state() {
      return known();
    },
    drawn: () => drawn,
    async render(element) {
      await act(async () => {
        state = root.render(element).getState();
      });
    },
    async frames(count) {
      await act(async () => {
        for (let n = 0; n < count; n++) {
          time += 1 / 60;
          known().advance(time);
        }
      });
    },
    async until(isSo) {
      await expect
        .poll(async () => {
          await act(async () => {
            await new Promise((resume) => setTimeout(resume, 2));
          });
          return isSo();
        })
        .toBe(true);
    },
    async unmount() {
      await act(async () => root.unmount());
      delete environment.IS_REACT_ACT_ENVIRONMENT;
    },
  };
}
