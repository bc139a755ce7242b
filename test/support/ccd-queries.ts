import { createRandom } from "../../src/core/random.ts";
import type { Kind } from "./exact-ccd.ts";

/** Four vertices at the start and at the end of a step; the order is that of the exact judge. */
export interface CcdQuery {
  kind: Kind;
  xs: Float64Array;
  xe: Float64Array;
}

type Random = () => number;
type Maker = (random: Random, kind: Kind, xs: Float64Array, xe: Float64Array) => void;

const whole = (random: Random, most: number): number => Math.floor(random() * (2 * most + 1)) - most;
const real = (random: Random): number => 2 * random() - 1;

/** Ways to make queries that are hard in different ways. */
export const QUERY_FAMILIES: Record<string, Maker> = {
  /** Numbers from everywhere in a cube: what "random input" means. */
  generic(random, _, xs, xe) {
    for (let i = 0; i < 12; i++) {
      xs[i] = real(random);
      xe[i] = real(random);
    }
  },
  /** Small whole numbers: touching, coplanar, parallel, collapsed and resting features by the dozen. */
  lattice(random, _, xs, xe) {
    const most = 1 + Math.floor(random() * 3);
    for (let i = 0; i < 12; i++) {
      xs[i] = whole(random, most);
      xe[i] = whole(random, most);
    }
  },
  /** The same, where most vertices rest or move together. */
  lazy(random, _, xs, xe) {
    for (let i = 0; i < 12; i++) xs[i] = whole(random, 2);
    const common = [whole(random, 1), whole(random, 1), whole(random, 1)];
    for (let v = 0; v < 4; v++) {
      const own = random() < 0.4;
      for (let k = 0; k < 3; k++) xe[3 * v + k] = xs[3 * v + k] + common[k] + (own ? whole(random, 2) : 0);
    }
  },
  /** Everything stays in one plane, exactly: the cubic of a plain test vanishes. */
  coplanar(random, _, xs, xe) {
    const u = [whole(random, 3), whole(random, 3), whole(random, 3)];
    const w = [whole(random, 3), whole(random, 3), whole(random, 3)];
    for (let v = 0; v < 4; v++) {
      const scale = random() < 0.5 ? 1 : 2 ** -20;
      const at = [0, 1, 2, 3].map(() => Math.floor(8 * real(random)) * scale);
      for (let k = 0; k < 3; k++) {
        xs[3 * v + k] = at[0] * u[k] + at[1] * w[k];
        xe[3 * v + k] = at[2] * u[k] + at[3] * w[k];
      }
    }
  },
  /** Sheets of cloth that move by each other, far from the origin, with gaps from 1e−2 down to rounding. */
  sheets(random, kind, xs, xe) {
    const gap = 10 ** -(2 + 14 * random());
    const far = random() < 0.5 ? 0 : 100;
    for (let v = 0; v < 4; v++) {
      const second = kind === "vertex-face" ? v === 0 : v > 1;
      for (let k = 0; k < 3; k++) {
        const height = (second ? gap : 0) + gap * 0.3 * real(random);
        xs[3 * v + k] = far + (k === 1 ? height : real(random));
        xe[3 * v + k] = xs[3 * v + k] + (k === 1 ? gap * real(random) : 0.1 * real(random));
      }
    }
  },
  /** Features that meet at a chosen time, up to rounding, on a vertex, on an edge or inside. */
  aimed(random, kind, xs, xe) {
    for (let i = 0; i < 12; i++) {
      xs[i] = Math.round(real(random) * 1024) / 1024;
      xe[i] = Math.round(real(random) * 1024) / 1024;
    }
    const t = Math.floor(random() * 17) / 16;
    const w = [0, 1].map(() => Math.min(1, Math.floor(random() * 6) / 4));
    const s = [w[0], (1 - w[0]) * w[1]];
    const at = (v: number, k: number): number => (1 - t) * xs[3 * v + k] + t * xe[3 * v + k];
    for (let k = 0; k < 3; k++) {
      const miss =
        kind === "vertex-face"
          ? (1 - s[0] - s[1]) * at(1, k) + s[0] * at(2, k) + s[1] * at(3, k) - at(0, k)
          : (1 - w[0]) * at(2, k) + w[0] * at(3, k) - (1 - w[1]) * at(0, k) - w[1] * at(1, k);
      for (const v of kind === "vertex-face" ? [0] : [0, 1]) {
        xs[3 * v + k] += miss;
        xe[3 * v + k] += miss;
      }
    }
  },
  /** A grazing contact: the heights over a resting plane or edge are parabolas in effect, whose tip is at zero or just above. */
  grazing(random, kind, xs, xe) {
    QUERY_FAMILIES.aimed(random, kind, xs, xe);
    const lift = random() < 0.3 ? 0 : 2 ** -Math.floor(10 + random() * 42);
    const k = Math.floor(random() * 3);
    const v = Math.floor(random() * 4);
    xs[3 * v + k] += lift;
    xe[3 * v + k] += lift;
    if (random() < 0.5) for (let j = 0; j < 3; j++) xe[3 * v + j] = xs[3 * v + j];
  },
  /** Slivers: vertices that almost or wholly coincide, and long thin triangles. */
  slivers(random, kind, xs, xe) {
    QUERY_FAMILIES[random() < 0.5 ? "generic" : "lazy"](random, kind, xs, xe);
    const from = Math.floor(random() * 4);
    const to = Math.floor(random() * 4);
    const apart = random() < 0.3 ? 0 : 2 ** -Math.floor(random() * 50);
    for (let k = 0; k < 3; k++) {
      xs[3 * to + k] = xs[3 * from + k] + apart * whole(random, 1);
      xe[3 * to + k] = xe[3 * from + k] + apart * whole(random, 1);
    }
  },
  /** Any of the above, very small or very large. */
  scaled(random, kind, xs, xe) {
    const names = ["generic", "lattice", "lazy", "coplanar", "aimed", "grazing"];
    QUERY_FAMILIES[names[Math.floor(random() * names.length)]](random, kind, xs, xe);
    const scale = 2 ** whole(random, 200);
    for (let i = 0; i < 12; i++) {
      xs[i] *= scale;
      xe[i] *= scale;
    }
  },
};

/** The query of a family, the same for the same seed. */
export function makeQuery(family: string, kind: Kind, seed: number): CcdQuery {
  const random = createRandom(seed);
  const query: CcdQuery = { kind, xs: new Float64Array(12), xe: new Float64Array(12) };
  QUERY_FAMILIES[family](random, kind, query.xs, query.xe);
  return query;
}
