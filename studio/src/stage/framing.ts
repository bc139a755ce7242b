/** Where a scene takes place: the ball the camera frames, and the height of the floor [m]. */
export interface Framing {
  /** What of the floor is walked on, where that is more than the ball. */
  readonly ground?: Ground;
  readonly centre: readonly [number, number, number];
  readonly radius: number;
  readonly floor: number;
}

/** A round piece of the floor: x, z of its middle and its radius [m]. */
export interface Ground {
  readonly centre: readonly [number, number];
  readonly radius: number;
}

/**
 * Frames a cloth from its start positions (packed x, y, z). A cloth that starts level will hang or fall, so its box is
 * first stretched downwards to the height it would have hanging.
 */
export function frameCloth(positions: Float32Array, floor?: number): Framing {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < positions.length; i++) {
    const axis = i % 3;
    if (positions[i] < low[axis]) low[axis] = positions[i];
    if (positions[i] > high[axis]) high[axis] = positions[i];
  }
  if (!Number.isFinite(low[0] + high[0])) return { centre: [0, 0, 0], radius: 1, floor: floor ?? -1 };
  const across = Math.max(high[0] - low[0], high[2] - low[2]);
  const shortest = Math.min(high[0] - low[0], high[2] - low[2]);
  const height = Math.max(high[1] - low[1], shortest);
  const bottom = high[1] - height;
  const size = Math.max(across, height, 1e-6);
  return {
    centre: [(low[0] + high[0]) / 2, high[1] - height / 2, (low[2] + high[2]) / 2],
    radius: 0.5 * Math.sqrt(across * across + height * height) || 1,
    floor: floor ?? bottom - 0.16 * size,
  };
}

/** Whether every position is near enough to its stage to be shown: an exploding cloth soon is not, and would fill the view. */
export function isShowable(positions: Float32Array, { centre, radius }: Framing): boolean {
  const reach = 25 * radius;
  for (let i = 0; i < positions.length; i++) {
    if (!(Math.abs(positions[i] - centre[i % 3]) <= reach)) return false;
  }
  return true;
}

/** Distance at which a ball of this radius fills a view of the given vertical angle [rad] and aspect ratio. */
export function framingDistance(radius: number, verticalAngle: number, aspect: number): number {
  const half = Math.tan(verticalAngle / 2);
  return radius / Math.sin(Math.atan(Math.min(half, half * aspect)));
}
