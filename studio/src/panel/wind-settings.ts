import type { Wind } from "drape";

/** Wind as the panel shows it: a speed and two angles instead of a vector. */
export interface WindSettings {
  on: boolean;
  /** [m/s] */
  speed: number;
  /** Where it blows to, about the vertical: 0° along +x, 90° along +z. */
  heading: number;
  /** Above the horizontal [°]. */
  rise: number;
  /** Of the law that the scene's wind has: `density`, or `airDensity`. */
  density: number;
  /** Share of the speed by which gusts waver, 0 for a steady wind. */
  gusts: number;
}

const DEGREES = 180 / Math.PI;
/** What the wind button brings to a scene without wind. */
const BREEZE: WindSettings = { on: false, speed: 4, heading: 70, rise: 5, density: 1, gusts: 0.4 };
/** Time after which a gust has changed [s]. */
const GUST_PERIOD = 1;

export function readWind(wind: Wind | undefined): WindSettings {
  if (wind === undefined) return { ...BREEZE };
  const [x, y, z] = wind.velocity;
  const speed = Math.sqrt(x * x + y * y + z * z);
  return {
    on: true,
    speed: Number(speed.toFixed(2)),
    heading: Math.round(Math.atan2(z, x) * DEGREES),
    rise: speed > 0 ? Math.round(Math.asin(y / speed) * DEGREES) : 0,
    density: wind.airDensity ?? wind.density ?? BREEZE.density,
    gusts: wind.gusts?.strength ?? 0,
  };
}

/** The engine's wind, or null for none. Law, drag, lift and the gusts' period stay as the scene has them; `until` does not: a wind that is set blows. */
export function toWind(settings: WindSettings, own: Wind | undefined): Wind | null {
  if (!settings.on) return null;
  const heading = settings.heading / DEGREES;
  const rise = settings.rise / DEGREES;
  const level = settings.speed * Math.cos(rise);
  const period = own?.gusts?.period ?? GUST_PERIOD;
  return {
    velocity: [level * Math.cos(heading), settings.speed * Math.sin(rise), level * Math.sin(heading)],
    ...(own?.airDensity === undefined ? { density: settings.density } : { airDensity: settings.density }),
    ...(own?.drag === undefined ? {} : { drag: own.drag }),
    ...(own?.lift === undefined ? {} : { lift: own.lift }),
    ...(settings.gusts > 0 ? { gusts: { strength: settings.gusts, period } } : {}),
  };
}
