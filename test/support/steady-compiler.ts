import { setFlagsFromString } from "node:v8";

// For tests that measure memory: V8 compiles in step with the program, not beside it, so that what a step allocates does not depend on how busy the machine is.
setFlagsFromString("--no-concurrent-recompilation");
