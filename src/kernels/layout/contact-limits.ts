// Thresholds that contact in TypeScript and its kernels must share to the bit: read by TypeScript and by AssemblyScript alike.

/** φ where there is nothing to meet [m]. */
export const FAR = 1e30;
/** A vector shorter than this [m] has lost the digits of its direction. */
export const NO_DIRECTION = 1e-150;
/** A share of a way that no way reaches. */
export const NEVER = 2;

// The march to a level of φ (src/contact/shapes/collider.ts).
/** φ within this of the level counts as there [m]. */
export const LEVEL_TOLERANCE = 1e-9;
/** After GRAZING_MARCH steps a point this close to the level is taken for a hit [m], and any point after MAX_MARCH steps. */
export const GRAZING = 1e-4;
export const GRAZING_MARCH = 256;
export const MAX_MARCH = 8192;
export const MAX_LOWER = 4;
export const MAX_LIFT = 16;
export const LIFTED = 1e-13;
export const LEAST_SLOPE = 0.25;

// Particles at bodies (src/contact/bodies).
/** A particle so close to the thickness of a body counts as lying on it [m]. */
export const TOUCHING = 1e-7;
/** The cone of friction is wider by this share, so that rounding lets nothing slip. */
export const CONE_SLACK = 1e-9;
/** Distances to bodies below this may be rounding [m]. */
export const DISTANCE_ROUNDING = 1e-9;
/** A particle is expected to end as far from where its velocity leads as this speed takes it [m/s], and this share of its own. */
export const CHANGE_SPEED = 1;
export const CHANGE_SHARE = 0.5;
/** A particle that ends elsewhere asks for another search, with this many times what it needs. */
export const SPARE = 1.5;
/** Particles deeper in a body than this at the end of a step are kept out of it [m]. */
export const DEEP = 1e-4;
/** Cloth that starts with some of it deeper in a body than this is lifted out of it, before it is met [m]. */
export const DEEP_START = 0.005;
/** A push greater than any speed in a step [m/s]: friction stops the particle. */
export const STOPPING = 1e9;
/** Above this share of the drive a particle has followed the forces on it freely. */
export const FREE = 0.9;
/** The share of a way outwards that is not searched for another meeting with the same body. */
export const SKIPPED = 0.0625;
/** A particle that foresight lets end within this distance of a body has come to it [m]. */
export const ARRIVAL = 1e-4;
/** Where the normal turns by more than the angle with this cosine within a step, there is an edge. */
export const EDGE_COSINE = 0.9;

// Pairs of elements (src/contact/search, surfaces and untangle).
/** 2⁻⁵⁰, a few units in the last place. */
export const FEW_UNITS = 8.881784197001252e-16;
/** The least normal number. */
export const TINIEST = 2.2250738585072014e-308;
/** A sum along an axis is wrong by less than this share of the largest difference. */
export const AXIS_ROUNDING = 1e-12;
/** A triangle or a pair of edges whose squared sine is below this has no normal of its own. */
export const FLAT_SINE_SQUARED = 1e-24;
/** A crossing may miss the triangle by this share of it. */
export const CROSSING_SLACK = 1e-9;
