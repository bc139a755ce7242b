export { keepCrossing } from "./crossing-tests";
export { fitTree, moveEnds, roundPositions } from "./meeting-boxes";
export { linkLeaves } from "./meeting-leaves";
export { sortLists } from "./meeting-lists";
export { askForTriangles, searchMarked, searchNeighbours, searchTree, searchTrees } from "./meeting-search";
export { findNearCones } from "./near-cones";
export { dropApart } from "./pair-tests";
