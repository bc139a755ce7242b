export { alterAtBody } from "./bodies/alteration";
export { decideAtBody, findLying } from "./bodies/coulomb-law";
export { foreseeAtBody } from "./bodies/foresight";
export { coverEnds, findNear, gatherCrowds, startPaths } from "./bodies/near-bodies";
