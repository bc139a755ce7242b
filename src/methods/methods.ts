import { METHODS as CATALOG } from "./catalog.ts";
import { type DescribedMethod, describeMethod } from "./method-words.ts";

/** Every method, with what people read of it. */
export const METHODS: readonly DescribedMethod[] = CATALOG.map(describeMethod);
