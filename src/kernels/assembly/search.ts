export { keepCrossing } from "./search/crossing-tests";
export { fitTree, moveEnds, roundPositions, roundRest } from "./search/meeting-boxes";
export { linkLeaves } from "./search/meeting-leaves";
export { sortLists } from "./search/meeting-lists";
export { askForTriangles, searchMarked, searchNeighbours, searchTree, searchTrees } from "./search/meeting-search";
export { searchSheets } from "./search/meeting-sheets";
export { dropApart } from "./search/pair-tests";
