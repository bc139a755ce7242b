/** A screen as far as it matters for how finely the picture is drawn. */
export interface Screen {
  /** Of the canvas [CSS px]. */
  readonly width: number;
  readonly height: number;
  /** Device pixels a CSS pixel. */
  readonly devicePixelRatio: number;
  /** Whether it is held in a hand: small, fine, and running on a battery. */
  readonly handheld: boolean;
}

const LARGEST = 2;
const LARGEST_HANDHELD = 1.5;
/** Pixels of the largest picture that is drawn finer than a CSS pixel: of Full HD at half as many again. */
const LARGEST_PICTURE = 1920 * 1080 * 1.5 * 1.5;

/** Pixels drawn a CSS pixel: those of the screen, but no more than the eye or the graphics card can use. */
export function choosePixelRatio({ width, height, devicePixelRatio, handheld }: Screen): number {
  const affordable = Math.max(1, Math.sqrt(LARGEST_PICTURE / Math.max(1, width * height)));
  return Math.min(devicePixelRatio, handheld ? LARGEST_HANDHELD : LARGEST, affordable);
}
