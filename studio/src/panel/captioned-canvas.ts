/** A canvas with a caption below it. */
export interface CaptionedCanvas {
  readonly canvas: HTMLCanvasElement;
  readonly caption: HTMLElement;
}

export function addCaptionedCanvas(parent: HTMLElement, text: string): CaptionedCanvas {
  const figure = document.createElement("figure");
  const canvas = document.createElement("canvas");
  canvas.role = "img";
  canvas.ariaLabel = text;
  const caption = document.createElement("figcaption");
  caption.textContent = text;
  figure.append(canvas, caption);
  parent.append(figure);
  return { canvas, caption };
}
