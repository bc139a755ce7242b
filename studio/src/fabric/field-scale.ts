import { FABRIC_FIELDS, FABRICS, type FabricField } from "drape";

/** A field of a fabric as a slider shows it: over as many powers of ten as the presets need, and somewhat beyond. */
export interface FieldScale {
  readonly field: FabricField;
  /** Position of a value on the slider, 0…STEPS. */
  toPosition(value: number): number;
  toValue(position: number): number;
}

/** Positions of a slider. */
export const STEPS = 200;
/** How far beyond the smallest and largest preset a slider goes. */
const BEYOND = 5;

export const FIELD_SCALES: readonly FieldScale[] = FABRIC_FIELDS.map((field) => {
  const known = FABRICS.map((fabric) => fabric[field.name]);
  const low = Math.max(field.min, Math.min(...known) / BEYOND);
  const high = Math.min(field.max, Math.max(...known) * BEYOND);
  const decades = Math.log(high / low);
  return {
    field,
    toPosition(value) {
      const share = value > 0 ? Math.log(value / low) / decades : 0;
      return Math.round(STEPS * Math.min(1, Math.max(0, share)));
    },
    toValue: (position) => Number((low * Math.exp((decades * position) / STEPS)).toPrecision(3)),
  };
});

/** "stretchWarp" is "stretch warp". */
export function fieldTitle({ name }: FabricField): string {
  return name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
}

/** A quantity with three digits and a prefix that keeps them readable: 0.1503 kg/m² is "150 g/m²", 5e-6 N·m is "5 µN·m". */
export function formatQuantity(value: number, unit: string): string {
  const digits = (number: number): string => String(Number(number.toPrecision(3)));
  if (unit === "-") return digits(value);
  if (unit.startsWith("kg")) return value < 1 ? `${digits(1000 * value)} ${unit.slice(1)}` : `${digits(value)} ${unit}`;
  if (unit.startsWith("1/") || value === 0) return `${digits(value)} ${unit}`;
  if (value >= 1000) return `${digits(value / 1000)} k${unit}`;
  if (value >= 0.1) return `${digits(value)} ${unit}`;
  return value >= 1e-4 ? `${digits(1000 * value)} m${unit}` : `${digits(1e6 * value)} µ${unit}`;
}
