import type { Proposal, State } from "../core/state.ts";

/**
 * Corrects a proposal that would pass through something. It sees both ends of the step, so it can test the motion between
 * them. A scene without colliders has none of these.
 */
export type Collide = (state: State, next: Proposal, h: number) => void;

export const collideWithNothing: Collide = () => {};
