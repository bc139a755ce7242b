// How cloth meets bodies. A room (../rooms.ts).

export { prepareContact } from "../../contact/contact.ts";
export { GROUND } from "../ground.ts";
