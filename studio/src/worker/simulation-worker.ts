/** The worker's entry: a world, and what of it the studio shows besides its cloth. */
import { serveWorlds } from "drape/extend";
import { BUNDLED_DECODERS } from "../files/bundled-decoders.ts";
import { attendStudio } from "./attend-studio.ts";

serveWorlds({ attend: attendStudio, decoders: BUNDLED_DECODERS });
