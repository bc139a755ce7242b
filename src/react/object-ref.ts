import { addEffect } from "@react-three/fiber";
import type { RefObject } from "react";

/** A ref to something, or the thing itself. */
export type MaybeRef<T> = T | RefObject<T | null>;

export function isRef(value: unknown): value is RefObject<unknown> {
  return typeof value === "object" && value !== null && "current" in value;
}

/** What is there, or what a ref holds now. */
export function readRef<T>(value: MaybeRef<T> | undefined): T | undefined {
  return (isRef(value) ? value.current : value) as T | undefined;
}

/** Resolves when every ref holds something: now, or at the beginning of a frame; never if `isGone` says so before. */
export function whenFilled(values: readonly unknown[], isGone: () => boolean): Promise<void> {
  const isFilled = (): boolean => values.every((value) => !isRef(value) || (value.current ?? undefined) !== undefined);
  if (isFilled()) return Promise.resolve();
  return new Promise((resolve) => {
    const end = addEffect(() => {
      if (!isGone() && !isFilled()) return;
      end();
      if (!isGone()) resolve();
    });
  });
}
