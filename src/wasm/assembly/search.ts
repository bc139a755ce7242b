export { fitTree, moveEnds, roundPositions } from "./meeting-boxes";
export { sortLists } from "./meeting-lists";
export { searchMarked, searchNeighbours, searchTree, searchTrees } from "./meeting-search";
export { findNearCones } from "./near-cones";
