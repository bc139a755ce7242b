/**
 * Code that not every scene needs, in rooms that are loaded by need. Each is a file of rooms/ that exports what is in it, and what every room stands on
 * (ground.ts): a bundler that puts together what the same entries reach (esbuild) then keeps that in one piece, however many rooms share parts of it.
 * Paths are written out, for bundlers read them.
 */
export const ROOMS = {
  bodies: () => import("./rooms/bodies.ts"),
  catalog: () => import("./rooms/catalog.ts"),
  bodyKernels: () => import("./rooms/body-kernels.ts"),
  details: () => import("./rooms/details.ts"),
  edits: () => import("./rooms/edits.ts"),
  explicitMethods: () => import("./rooms/explicit-methods.ts"),
  figures: () => import("./rooms/figures.ts"),
  furtherMethods: () => import("./rooms/further-methods.ts"),
  garments: () => import("./rooms/garments.ts"),
  holders: () => import("./rooms/holders.ts"),
  linearMethods: () => import("./rooms/linear-methods.ts"),
  twoLevelMethod: () => import("./rooms/two-level-method.ts"),
  looks: () => import("./rooms/looks.ts"),
  measures: () => import("./rooms/measures.ts"),
  meshFiles: () => import("./rooms/mesh-files.ts"),
  networks: () => import("./rooms/networks.ts"),
  numbering: () => import("./rooms/numbering.ts"),
  parse: () => import("./rooms/parse.ts"),
  plainSteps: () => import("./rooms/plain-steps.ts"),
  surfaces: () => import("./rooms/surfaces.ts"),
  sweepMethods: () => import("./rooms/sweep-methods.ts"),
  toys: () => import("./rooms/toys.ts"),
  waysInAir: () => import("./rooms/ways-in-air.ts"),
} as const;
