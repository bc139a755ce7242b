// What the kernels of bodies read and write: read by TypeScript (src/kernels/bodies/body-store.ts) and by AssemblyScript alike. Names stand for byte offsets, and sizes are in bytes.

// What describes a body, in doubles: a capsule around it, how far away is near [m], the width of blends [m], the box, where it is at the start and at the end of the
// step, the number of its cones, its number, thickness [m] and friction, its form (a whole number), both poses once more, two places; then the numbers of its form: of a union its cones, then a ball around each.
export const LEVEL = 72;
export const BLEND = 80;
export const BOUND = 88;
export const START_POSE = 136;
export const END_POSE = 232;
export const CONE_COUNT = 328;
export const NUMBER = 336;
export const THICKNESS = 344;
export const FRICTION = 352;
export const FORM = 360;
/** Both poses number by number: start, end, start, … */
export const BOTH_POSES = 368;
/** Byte offsets: of the cones two by two (cone-measure), and of room for what has a part in a normal. */
export const TWO_CONES = 560;
export const PARTS = 568;
export const CONES = 576;
export const TWO_CONES_SIZE = 288;
export const CONE_SIZE = 112;
export const BALL_SIZE = 32;

// The forms; a way enters the first two by a formula.
export const PLANE = 0;
export const SPHERE = 1;
export const CONE = 2;
export const BOX = 3;
export const CONE_UNION = 4;

// The words: byte offsets of the arrays that src/kernels/bodies/body-store.ts lists, in its order.
export const STARTS = 0;
export const PREDICTED = 4;
export const LENGTHS = 8;
export const ALLOWANCES = 12;
export const DEVIATIONS = 16;
export const PINNED = 20;
export const CROWDS = 24;
export const BODIES = 28;
export const PARTICLES = 32;
export const FROM = 36;
export const PHI = 40;
export const CLEARANCE = 44;
export const ENDS = 48;
export const CLOSE = 52;
export const MASS = 56;
export const POSITIONS = 60;
export const VELOCITIES = 64;
export const FORCES = 68;
export const NEXT_X = 72;
export const NEXT_V = 76;
export const HELD = 80;
export const OPTIONS = 84;
export const STUCK = 88;
export const SURFACE_VELOCITY = 92;
export const PLACE = 96;
export const SLIDES_ON = 100;
export const NORMALS = 104;
export const PUSH = 108;
export const DRIVE = 112;
export const FORESEEN_ON = 116;
export const PRESSING = 120;
export const NEXT_PRESSING = 124;
export const PRESS_FORCE = 128;
export const GRIP = 132;
export const LYING = 136;
export const ASKED = 140;
export const LYING_PAIRS = 144;
export const IS_KNOWN = 148;
export const KNOWN_NORMALS = 152;
export const FORESEEN = 156;
export const FORESEEN_DEPTHS = 160;
export const FORESEEN_NORMALS = 164;
export const TOUCHED = 168;
export const CORRECTIONS = 172;
export const SEEN = 176;
export const CLOTH_THICKNESS = 180;
export const CLOTH_FRICTION = 184;
export const ARRAYS_BYTES = 188;

// The options, by place: the step [s], restitution and push speed [m/s], and what the method does with sliders, and 1 where bodies rub, 0 where they only push.
export const STEP = 0;
export const RESTITUTION = 1;
export const PUSH_SPEED = 2;
export const REPORTS_IMPULSES = 3;
export const APPLIES_FRICTION = 4;
export const WEIGHS_FRICTION = 5;
export const RUBS = 6;
export const OPTION_COUNT = 7;

// A crowd: particles that follow each other and are looked at together. Its numbers: min x, y, z, max x, y, z where it starts, and the farthest that one of it is expected to go [m].
export const CROWD = 32;
export const CROWD_SIZE = 56;
/** Of a particle while its crowd is looked at. */
export const CLOSE_SIZE = 48;
/** What has a part in a normal. */
export const PART_SIZE = 16;
