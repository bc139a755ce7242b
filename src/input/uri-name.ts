import { describeValue, InputError } from "../core/errors.ts";

/** The longest address of a file beside another [characters]. */
const LONGEST = 4096;

/**
 * The name of the file that an address in a mesh file means, as seen from the folder of that file: its percent signs are decoded, as glTF
 * has them, and a single dot is the folder itself. What leads out of the folder or to another machine is refused.
 */
export function nameOfUri(uri: string, path: string): string {
  const refuse = (reason: string): InputError => new InputError(path, describeValue(uri.slice(0, 100)), reason);
  if (uri.length > LONGEST) throw refuse(`use at most ${LONGEST} characters`);
  if (/^[a-z][a-z0-9+.-]*:/i.test(uri) || uri.startsWith("//")) {
    throw refuse("put the file beside this one, or embed the data, as in a GLB file: nothing else is fetched");
  }
  const name = decode(uri);
  if (/^[/\\]|^[a-z]:/i.test(name)) throw refuse("give its name as seen from the folder of this file");
  if (/[\\\p{Cc}]/u.test(name)) throw refuse("use / between folders, and no control characters");
  const parts = name.split("/").filter((part) => part !== "." && part !== "");
  if (parts.includes("..")) throw refuse("put that file in the folder of this one or below: nothing above it is read");
  if (parts.length === 0) throw refuse("name a file");
  return parts.join("/");
}

/** Names that somebody has left as they are may have percent signs that escape nothing. */
function decode(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
