export {
  fitTree,
  moveEnds,
  roundPositions,
  searchMarked,
  searchNeighbours,
  searchTree,
  searchTrees,
  sortLists,
} from "./meeting-search";
