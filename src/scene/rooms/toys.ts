// A ball that is thrown and a jet that blows. A room (../rooms.ts).

export { prepareContact } from "../../contact/contact.ts";
export { copyJet, jetTerm } from "../../forces/jet.ts";
export { createFlight } from "../../sim/ball.ts";
export { GROUND } from "../ground.ts";
