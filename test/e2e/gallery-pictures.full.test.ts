import { expect, test } from "vitest";
import { hostStudio } from "./host-studio.ts";

const { open } = hostStudio();

test("each of the twelve large cards has a picture that is not blank", async () => {
  const { page } = await open("");
  const images = await page.locator(".cards.large img").evaluateAll((found) =>
    Promise.all(
      (found as HTMLImageElement[]).map(async (image) => {
        image.loading = "eager";
        await image.decode();
        const canvas = document.createElement("canvas");
        canvas.width = image.naturalWidth;
        canvas.height = image.naturalHeight;
        const context = canvas.getContext("2d") as CanvasRenderingContext2D;
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
        const colours = new Set<number>();
        let solid = 0;
        for (let at = 0; at < data.length; at += 4) {
          if (data[at + 3] < 255) continue;
          solid++;
          colours.add((data[at] >> 3) * 1024 + (data[at + 1] >> 3) * 32 + (data[at + 2] >> 3));
        }
        return { share: (4 * solid) / data.length, colours: colours.size };
      }),
    ),
  );
  expect(images).toHaveLength(12);
  for (const { share, colours } of images) {
    expect(share).toBeGreaterThan(0.02);
    expect(share).toBeLessThan(0.8);
    expect(colours).toBeGreaterThan(5);
  }
});

test("every other card, the papers' included, has a picture that is fetched when it comes into view", async () => {
  const { page } = await open("");
  const images = page.locator(".cards.small img");
  const lazy = await images.evaluateAll((found) => (found as HTMLImageElement[]).map(({ loading }) => loading));
  expect(lazy.length).toBe(await page.locator(".cards.small .card").count());
  expect(new Set(lazy)).toEqual(new Set(["lazy"]));
  expect(await page.locator('.card[href^="#scene=kim06-fig4-nine-methods"] img').count()).toBe(1);
  const widths = await images.evaluateAll((found) =>
    Promise.all(
      (found as HTMLImageElement[]).map(async (image) => {
        image.loading = "eager";
        await image.decode();
        return image.naturalWidth;
      }),
    ),
  );
  expect(Math.min(...widths)).toBeGreaterThan(100);
});
