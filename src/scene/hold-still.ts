import type { Shape } from "../contact/shapes/collider.ts";
import { createBodyMotion } from "../core/body-motion.ts";
import { METHODS } from "../methods/catalog.ts";
import type { Attachment } from "../sim/anchors.ts";
import type { SimulationSetup } from "../sim/setup.ts";
import { readSolver } from "./fields/solver-field.ts";
import { STRAY_OPTIONS } from "./fields/stray-options.ts";
import { given } from "./given.ts";

/** Of the linear solve, for a cloth that only has to come to rest. */
const TOLERANCE = 1e-3;

/**
 * The same cloth where nothing happens but that it hangs and falls: bodies and pins stay as they are at time 0, no wind blows, nothing is cut
 * or let go, and the air holds it by `damping` per mass [1/s]. Implicit Euler moves it, by springs or triangles as the scene's own method.
 */
export function holdStill(setup: SimulationSetup, damping: number): SimulationSetup {
  const { cloth, environment, method, options, collision, velocities, pins, leashes } = setup;
  const { shear, bending } = options;
  const solver = readSolver(
    {
      method: method.membrane === "triangles" ? "triangle-implicit" : "implicit-euler",
      tolerance: TOLERANCE,
      ...given({ shear, bending }),
    },
    "solver",
    { methods: METHODS, strays: STRAY_OPTIONS },
  );
  return {
    ...setup,
    cloth: { ...cloth, viscousDamping: cloth.mass.map((mass) => damping * mass) },
    velocities: new Float64Array(velocities.length),
    pins: pins.map(({ vertex, attachment }) => ({ vertex, attachment: attachment && holdForm(attachment) })),
    ...(leashes === undefined ? {} : { leashes: leashes.map((leash) => ({ ...leash, attachment: holdForm(leash.attachment) })) }),
    cuts: [],
    environment: { gravity: environment.gravity, wind: undefined, seed: environment.seed },
    method: solver.method,
    options: solver.options,
    ...(collision === undefined ? {} : { collision: { ...collision, colliders: holdBodies(collision.colliders) } }),
  };
}

/** Goes with its bodies, which hold still, and not with a form of theirs. */
function holdForm({ bodies, weights }: Attachment): Attachment {
  return { bodies, weights };
}

type Bodies = NonNullable<SimulationSetup["collision"]>["colliders"];

/** Bodies with all poses and forms those of time 0. */
function holdBodies(colliders: Bodies): Bodies {
  const { origin, count } = createBodyMotion(colliders.map(({ motion }) => motion));
  const poses = { count, compute: (_time: number, out: Float64Array): void => out.set(origin) };
  return colliders.map((collider, index) => ({
    ...collider,
    shape: { ...collider.shape, ...holdSurface(collider.shape) },
    motion: { poses, index },
  }));
}

function holdSurface({ surface }: Shape): Pick<Shape, "surface"> {
  const place = surface?.place;
  if (surface === undefined || place === undefined) return {};
  return { surface: { ...surface, place: (poses, out, at) => place(poses, out, at, 0) } };
}
