import type { Vec3 } from "../../src/core/vec3.ts";
import type { BodyBone, BodyCone, GarmentBody } from "../../src/garment/body.ts";

type Flesh = readonly [Vec3, Vec3, number, number];

/** A person of 1.70 m in an A-pose, bone by bone: joint and cones [m]. `girth` scales the radii. */
export function sampleBody(girth: number = 1, height: number = 1.7): GarmentBody {
  const size = height / 1.7;
  const at = ([x, y, z]: Vec3): Vec3 => [size * x, size * y, size * z];
  const bone = (name: string, head: Vec3, ...flesh: readonly Flesh[]): BodyBone => ({
    name,
    head: at(head),
    cones: flesh.map(([a, b, ra, rb]): BodyCone => ({ a: at(a), b: at(b), ra: size * girth * ra, rb: size * girth * rb })),
  });
  const across = (x: number, y: number, z: number, r: number): Flesh => [[-x, y, z], [x, y, z], r, r];
  const limbs = (side: "L" | "R", k: 1 | -1): BodyBone[] => {
    const v = (x: number, y: number, z: number): Vec3 => [k * x, y, z];
    return [
      bone(`thigh${side}`, v(0.095, 0.9, 0), [v(0.095, 0.88, -0.005), v(0.11, 0.5, 0.005), 0.088, 0.055]),
      bone(
        `shin${side}`,
        v(0.11, 0.49, 0.005),
        [v(0.11, 0.49, 0.005), v(0.115, 0.09, -0.02), 0.053, 0.036],
        [v(0.11, 0.4, -0.02), v(0.113, 0.3, -0.025), 0.052, 0.045],
      ),
      bone(`foot${side}`, v(0.115, 0.08, -0.02), [v(0.115, 0.055, -0.035), v(0.122, 0.035, 0.09), 0.042, 0.033]),
      bone(`toe${side}`, v(0.125, 0.03, 0.11), [v(0.122, 0.033, 0.09), v(0.128, 0.028, 0.14), 0.034, 0.027]),
      bone(`clavicle${side}`, v(0.03, 1.4, 0), [v(0.05, 1.4, -0.015), v(0.165, 1.39, -0.01), 0.055, 0.056]),
      bone(`arm${side}`, v(0.175, 1.395, -0.01), [v(0.172, 1.385, -0.01), v(0.315, 1.17, -0.015), 0.054, 0.038]),
      bone(`forearm${side}`, v(0.32, 1.165, -0.015), [v(0.318, 1.165, -0.015), v(0.44, 0.98, 0.016), 0.039, 0.026]),
      bone(`hand${side}`, v(0.45, 0.965, 0.02), [v(0.45, 0.965, 0.02), v(0.5, 0.885, 0.035), 0.033, 0.022]),
    ];
  };
  return [
    bone("hips", [0, 0.95, 0], across(0.07, 0.93, -0.01, 0.105), across(0.065, 0.9, -0.055, 0.075)),
    bone("spine", [0, 1.07, 0], across(0.05, 1.07, 0, 0.088)),
    bone("chest", [0, 1.22, -0.01], across(0.07, 1.25, -0.005, 0.1), across(0.1, 1.36, -0.02, 0.075)),
    bone("neck", [0, 1.46, -0.01], [[0, 1.42, -0.015], [0, 1.53, 0], 0.052, 0.048]),
    bone("head", [0, 1.56, 0.01], [[0, 1.645, 0.005], [0, 1.67, 0], 0.085, 0.09], [[0, 1.59, 0.04], [0, 1.6, 0.03], 0.05, 0.06]),
    ...limbs("L", 1),
    ...limbs("R", -1),
  ];
}
