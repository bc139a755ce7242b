// What belongs to the mesh files that a page sends to a worker. A room (../rooms.ts).

export { loadFilesBeside } from "../../input/files-beside.ts";
export { FRONT_GROUND } from "../front-ground.ts";
