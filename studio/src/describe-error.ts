import { InputError, NumericalError, UnsupportedError } from "drape";
import type { ErrorKind } from "./commands.ts";

export interface DescribedError {
  kind: ErrorKind;
  message: string;
  step?: number;
  time?: number;
}

/** Any thrown thing as a kind and one sentence, never a stack. */
export function describeError(error: unknown): DescribedError {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof DOMException && error.name === "AbortError") return { kind: "cancelled", message: "Cancelled." };
  if (error instanceof NumericalError) return { kind: "unstable", message, step: error.step, time: error.time };
  if (error instanceof InputError) return { kind: "input", message };
  if (error instanceof UnsupportedError) return { kind: "unsupported", message };
  return { kind: "internal", message };
}
