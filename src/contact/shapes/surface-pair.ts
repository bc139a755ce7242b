/**
 * The one rule by which two surfaces, of cloth or of bodies, act on each other. Each has a friction and a thickness of its own:
 *
 *     μ = √(μ_a μ_b)          the geometric mean, as in Box2D and Jolt
 *     gap = (t_a + t_b)/2     each brings half of its thickness
 *
 * The geometric mean lets a surface without friction slide on everything, which the arithmetic mean does not, and lies between the two, which
 * their product does not. Two midsurfaces that touch are half a thickness of either apart. Two alike surfaces keep their own values, to the
 * bit: √(x·x) = x and (x + x)/2 = x in binary arithmetic.
 */
export function pairFriction(a: number, b: number): number {
  return Math.sqrt(a * b);
}

/** The distance that two surfaces keep [m]. */
export function pairGap(a: number, b: number): number {
  return 0.5 * (a + b);
}

/** The surface of a cloth, by particle: Coulomb's coefficient [−] and thickness [m]. */
export interface ClothSurface {
  readonly friction: Float64Array;
  readonly thickness: Float64Array;
}
