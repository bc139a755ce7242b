// The mesh files beside a page. A room (../rooms.ts) of fronts.

export { fetchMesh } from "../fetch-mesh.ts";
export { FRONT_GROUND } from "../front-ground.ts";
