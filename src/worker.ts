/** `drape/worker.js`: what the worker of a world runs. In one piece, for pages whose policy forbids workers from their own code. */
import { serveWorlds } from "./world/serve-worlds.ts";

serveWorlds();
