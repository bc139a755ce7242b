import { FIELDS, type FieldName } from "drape";
import { colourAt } from "drape/inspect";
import { Color, SRGBColorSpace } from "three";

/**
 * How numbers become colours: from 0 to a limit by a map that also those see who see few colours, blue to yellow; where both signs matter
 * from −limit to limit, blue over white to orange. The limit is a round number that nearly all of the newest numbers stay below. It
 * grows at once and shrinks slowly, so that the colours do not flicker.
 */
export interface ColourScale {
  /** Half the range of a signed field, the upper end of the others. */
  readonly limit: number;
  /** Takes numbers of a field in and colours them: linear red, green, blue each, grey where there is no number. `now` [s]. */
  paint(field: FieldName, values: Float32Array, now: number, colours: Float32Array): void;
  /** While it holds, the limit stays as it is. */
  hold(isHeld: boolean): void;
}

/** Limits go no lower: a cloth at rest does not show the noise of its last digits. */
const LOWEST: Readonly<Record<FieldName, number>> = {
  strain: 0.001,
  stress: 1,
  speed: 0.01,
  curvature: 1,
  contact: 0.1,
};
/** What limits are found from: so many numbers at most, of which this part stays below. */
const SAMPLES = 1024;
const QUANTILE = 0.98;
/** Time in which an old limit falls to a third [s], and how far numbers must be below the next lower one before it is taken. */
const MEMORY = 3;
const MARGIN = 1.2;

const SHADES = 256;
const NOTHING = 0.18;

export function createColourScale(): ColourScale {
  let shown: FieldName | undefined;
  let limit = 0;
  let peak = 0;
  let at = 0;
  let isHeld = false;

  return {
    get limit() {
      return limit;
    },
    hold(next) {
      isHeld = next;
    },
    paint(field, values, now, colours) {
      const high = highOf(values);
      const isNew = field !== shown;
      peak = isNew ? high : Math.max(high, peak * Math.exp((at - now) / MEMORY));
      at = now;
      shown = field;
      const lowest = LOWEST[field];
      if (isNew || (!isHeld && (peak > limit || roundUp(Math.max(lowest, MARGIN * peak)) < limit))) limit = roundUp(Math.max(lowest, peak));
      const { shades, offset, scale } = mapOf(field);
      for (let i = 0; i < values.length; i++) {
        const share = offset + (scale * values[i]) / limit;
        const o = 3 * Math.round(Math.min(1, Math.max(0, share)) * (SHADES - 1));
        const isNumber = !Number.isNaN(share);
        for (let c = 0; c < 3; c++) colours[3 * i + c] = isNumber ? shades[o + c] : NOTHING;
      }
    },
  };
}

/** The number below which nearly all sizes are. */
function highOf(values: Float32Array): number {
  const stride = Math.max(1, Math.ceil(values.length / SAMPLES));
  const sizes = new Float32Array(Math.ceil(values.length / stride));
  let count = 0;
  for (let i = 0; i < values.length; i += stride) {
    const size = Math.abs(values[i]);
    if (Number.isFinite(size)) sizes[count++] = size;
  }
  if (count === 0) return 0;
  return sizes.subarray(0, count).sort()[Math.floor(QUANTILE * (count - 1))];
}

/** The next 1, 2 or 5 times a power of ten; a hair above one is that one. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const digit = [1, 2, 5, 10].find((one) => one * power >= value * (1 - 1e-6)) ?? 10;
  return Number((digit * power).toPrecision(1));
}

interface ColourMap {
  /** Linear red, green, blue of each shade. */
  readonly shades: Float32Array;
  /** Share of the way that 0 and the limit are at. */
  readonly offset: number;
  readonly scale: number;
}

/** Blue, white, orange: both ends dark, told apart by all eyes. */
const DIVERGING: readonly (readonly [number, number, number])[] = [
  [0.02, 0.24, 0.48],
  [0.26, 0.58, 0.78],
  [0.95, 0.95, 0.93],
  [0.95, 0.62, 0.26],
  [0.6, 0.22, 0.02],
];

const SEQUENTIAL_MAP: ColourMap = { shades: shade(colourAt), offset: 0, scale: 1 };
const DIVERGING_MAP: ColourMap = { shades: shade(divergingAt), offset: 0.5, scale: 0.5 };

function mapOf(field: FieldName): ColourMap {
  return isSigned(field) ? DIVERGING_MAP : SEQUENTIAL_MAP;
}

export function isSigned(field: FieldName): boolean {
  return FIELDS.some(({ name, signed }) => name === field && signed);
}

/** The colour at a share from 0 to 1 of a field's scale, as style sheets write it. */
export function cssColourAt(field: FieldName, share: number): string {
  const [r, g, b] = (isSigned(field) ? divergingAt : colourAt)(share);
  return `rgb(${Math.round(255 * r)} ${Math.round(255 * g)} ${Math.round(255 * b)})`;
}

function divergingAt(share: number): [number, number, number] {
  const at = Math.max(0, Math.min(1, share)) * (DIVERGING.length - 1);
  const k = Math.min(DIVERGING.length - 2, Math.floor(at));
  const [a, b] = [DIVERGING[k], DIVERGING[k + 1]];
  return [0, 1, 2].map((c) => a[c] + (at - k) * (b[c] - a[c])) as [number, number, number];
}

function shade(ramp: (share: number) => readonly [number, number, number]): Float32Array {
  const shades = new Float32Array(3 * SHADES);
  for (let k = 0; k < SHADES; k++) {
    const [r, g, b] = ramp(k / (SHADES - 1));
    new Color().setRGB(r, g, b, SRGBColorSpace).toArray(shades, 3 * k);
  }
  return shades;
}
