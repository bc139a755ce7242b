import type { Page } from "playwright-core";

/**
 * The share of pixels that differ between two screenshots of the same size by more than `tolerance` in a channel. The browser
 * decodes them, so that no image library is needed.
 */
export async function compareScreenshots(page: Page, before: Buffer, after: Buffer, tolerance = 12): Promise<number> {
  const images = [before, after].map((image) => `data:image/png;base64,${image.toString("base64")}`);
  return page.evaluate(
    async ([first, second, limit]) => {
      const read = async (address: string): Promise<Uint8ClampedArray> => {
        const image = new Image();
        image.src = address;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height).data;
      };
      const [a, b] = [await read(first), await read(second)];
      if (a.length !== b.length) return 1;
      let different = 0;
      for (let i = 0; i < a.length; i += 4) {
        const largest = Math.max(Math.abs(a[i] - b[i]), Math.abs(a[i + 1] - b[i + 1]), Math.abs(a[i + 2] - b[i + 2]));
        if (largest > limit) different++;
      }
      return different / (a.length / 4);
    },
    [images[0], images[1], tolerance] as const,
  );
}
