import type { BodyScript, PoseScript } from "../core/body-motion.ts";
import type { Attachment } from "../sim/anchors.ts";
import type { SimulationSetup } from "../sim/setup.ts";

/** The same scene, whose bodies and pins stand at times below 0 as they do at time 0; from then on nothing differs by a bit. */
export function standUntilStart(setup: SimulationSetup): SimulationSetup {
  const { collision, pins, leashes } = setup;
  return {
    ...setup,
    pins: pins.map(({ motion, attachment, ...pin }) => ({
      ...pin,
      motion: motion && ((t, start, i, out) => motion(Math.max(0, t), start, i, out)),
      attachment: attachment && standForm(attachment),
    })),
    ...(leashes === undefined ? {} : { leashes: leashes.map((leash) => ({ ...leash, attachment: standForm(leash.attachment) })) }),
    ...(collision === undefined ? {} : { collision: { ...collision, colliders: standBodies(collision.colliders) } }),
  };
}

function standForm({ form, ...attachment }: Attachment): Attachment {
  return form === undefined ? attachment : { ...attachment, form: (time, out, at) => form(Math.max(0, time), out, at) };
}

type Bodies = NonNullable<SimulationSetup["collision"]>["colliders"];

/** Bodies that share a script share it still. */
function standBodies(colliders: Bodies): Bodies {
  const standing = new Map<PoseScript, PoseScript>();
  const stand = ({ poses, index }: BodyScript): BodyScript => {
    const own = standing.get(poses) ?? { count: poses.count, compute: (time, out) => poses.compute(Math.max(0, time), out) };
    standing.set(poses, own);
    return { poses: own, index };
  };
  return colliders.map((collider) => {
    const { motion, shape } = collider;
    const { surface } = shape;
    const place = surface?.place;
    const form =
      surface === undefined || place === undefined
        ? {}
        : {
            surface: {
              ...surface,
              place: (poses: Float64Array, out: Float64Array, at: number, time: number) => place(poses, out, at, Math.max(0, time)),
            },
          };
    return { ...collider, shape: { ...shape, ...form }, ...(motion === undefined ? {} : { motion: stand(motion) }) };
  });
}
