import type { Stats, Topology } from "../commands.ts";
import type { Stage } from "../stage/stage.ts";
import type { Studio } from "../studio.ts";
import { createSaveDialog, type SaveDialog, type SaveHost } from "./save-dialog.ts";

/** What of the page files are made from. */
export interface SavedPage {
  readonly studio: Studio;
  readonly stage: Stage;
  readonly canvas: HTMLCanvasElement;
  readonly view: { readonly topology: Topology | undefined; readonly stats: Stats | undefined };
  /** Takes the newest frame and follows the camera. */
  prepare(): void;
}

/** The dialog that saves what the page shows. */
export function createPageSaveDialog(page: SavedPage): SaveDialog {
  return createSaveDialog(createSaveHost(page));
}

/** What files and videos are made from. */
function createSaveHost({ studio, stage, canvas, view, prepare }: SavedPage): SaveHost {
  function draw(): void {
    prepare();
    stage.draw();
  }
  const colour = (): string => getComputedStyle(document.documentElement).getPropertyValue("--sky").trim();
  return {
    studio,
    moment: () => ({
      steps: view.stats?.steps ?? 0,
      hash: (view.stats?.hash ?? 0).toString(16).padStart(8, "0"),
      vertexCount: view.topology?.particleCount ?? 0,
      triangles: view.topology?.triangles ?? new Uint32Array(0),
    }),
    video: {
      canvas,
      async restart() {
        studio.setPlaying(false);
        await studio.reset();
      },
      async advance(count) {
        if ((await studio.step(count)) === undefined) return false;
        draw();
        return true;
      },
    },
    beginPictures: (size) => stage.setPicture({ ...size, colour: colour() }),
    endPictures: () => stage.setPicture(undefined),
    async takePicture() {
      const { clientWidth: width, clientHeight: height } = canvas;
      stage.setPicture({ width, height, colour: colour() });
      draw();
      const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
      stage.setPicture(undefined);
      if (file === null) throw new Error("The browser made no picture of the view; try a smaller window.");
      return file;
    },
  };
}
