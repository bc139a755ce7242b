import { createSimulation } from "drape";
import { number, object, required, type ShapeKind, vector } from "drape/extend";

interface Torus {
  readonly center: readonly [number, number, number];
  /** Of the ring, and of its tube [m]. */
  readonly radius: number;
  readonly tube: number;
}

/** A ring that lies flat: φ = √((√(x² + z²) − radius)² + y²) − tube, a true distance. */
const torus: ShapeKind<Torus> = {
  name: "torus",
  summary: "a ring that lies flat",
  field: object("Torus", {
    center: required(vector("m")),
    radius: required(number({ above: 0, unit: "m" })),
    tube: required(number({ above: 0, unit: "m" })),
  }),
  create: ({ center: [cx, cy, cz], radius, tube }) => ({
    kind: "torus",
    steepness: 1,
    convex: false,
    bound: Float64Array.of(cx - radius - tube, cy - tube, cz - radius - tube, cx + radius + tube, cy + tube, cz + radius + tube),
    measure(p, out) {
      const x = p[0] - cx;
      const y = p[1] - cy;
      const z = p[2] - cz;
      const away = Math.sqrt(x * x + z * z);
      const across = away - radius;
      const distance = Math.sqrt(across * across + y * y);
      const outward = away > 0 && distance > 0 ? across / (away * distance) : 0;
      out[0] = distance - tube;
      out[1] = x * outward;
      out[2] = distance > 0 ? y / distance : 1;
      out[3] = z * outward;
      out[4] = 1;
    },
  }),
};

declare module "drape" {
  interface ColliderInput {
    readonly torus?: Torus;
  }
}

const grid = { columns: 31, rows: 31, width: 1, height: 1, origin: [-0.5, 0.6, -0.5], u: [1, 0, 0], v: [0, 0, 1] };
const simulation = await createSimulation(
  {
    drape: 1,
    cloths: [{ grid, fabric: "silk" }],
    colliders: [{ torus: { center: [0, 0.5, 0], radius: 0.25, tube: 0.05 }, friction: 0.5 }],
  },
  { shapes: [torus] },
);
for (let step = 0; step < 90; step++) simulation.step();
const positions = new Float64Array(3 * simulation.particleCount);
simulation.readPositions(positions);
const heights = positions.filter((_, c) => c % 3 === 1);
const { maxPenetration } = simulation.view.inspect();
console.log(Math.max(...heights).toFixed(3), Math.min(...heights).toFixed(3), maxPenetration); // [m]
