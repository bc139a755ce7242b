import { type RefObject, useLayoutEffect, useRef } from "react";

/** What was given in the last render that React has committed: for functions that are called later. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
