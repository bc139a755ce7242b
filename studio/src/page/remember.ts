/**
 * What the page remembers from visit to visit, in the browser's own storage. A record carries the version of its shape in its key; what is
 * missing, old, or was written by somebody else is as good as absent, and where there is no storage nothing is remembered.
 */
export interface Remembered<Value> {
  read(): Value | undefined;
  write(value: Value): void;
}

/** `check` gives the value where what was stored is one, else undefined. */
export function remember<Value>(
  name: string,
  version: number,
  check: (stored: unknown) => Value | undefined,
  open: () => Pick<Storage, "getItem" | "setItem"> = () => localStorage,
): Remembered<Value> {
  const key = `drape-studio.${name}.${version}`;
  return {
    read() {
      try {
        const text = open().getItem(key);
        return text === null ? undefined : check(JSON.parse(text));
      } catch {
        return undefined; // no storage, or no JSON
      }
    },
    write(value) {
      try {
        open().setItem(key, JSON.stringify(value));
      } catch {
        // private mode, or the storage is full: the page works without
      }
    },
  };
}

/** The fields of a stored object, or none. */
export function storedFields(stored: unknown): Readonly<Record<string, unknown>> {
  return typeof stored === "object" && stored !== null ? (stored as Record<string, unknown>) : {};
}
