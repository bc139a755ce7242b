import { InputError } from "../core/errors.ts";
import { readAnyObject } from "../core/read.ts";
import { parseJson } from "../input/json.ts";

/**
 * Applies `--set path=value` to a scene's JSON: `solver.tolerance=1e-9`, `cloths[0].pins=[0,1]` (or `cloths.0.pins`). The value
 * is JSON where it reads as JSON, otherwise a string. What results is validated like any scene.
 */
export function setPath(scene: unknown, assignment: string): void {
  const equals = assignment.indexOf("=");
  if (equals <= 0) throw new InputError(`--set ${assignment.slice(0, 60)}`, "no path=value", "write --set path=value");
  const path = assignment.slice(0, equals);
  const keys = path.replace(/\[(\d+)\]/g, ".$1").split(".");
  const value = readValue(assignment.slice(equals + 1), path);
  let place: unknown = scene;
  for (let k = 0; k < keys.length; k++) {
    const key = keys[k];
    const last = k === keys.length - 1;
    const shown = keys.slice(0, k + 1).join(".");
    if (Array.isArray(place)) {
      const index = Number(key);
      if (!/^\d+$/.test(key) || index >= place.length) {
        const entries = place.length === 0 ? "no entries" : `entries 0 to ${place.length - 1}`;
        throw new InputError(`--set ${shown}`, JSON.stringify(key), `the list has ${entries}`);
      }
      if (last) place[index] = value;
      else place = place[index];
      continue;
    }
    if (key === "" || key === "__proto__" || key === "prototype" || key === "constructor") {
      throw new InputError(`--set ${shown}`, JSON.stringify(key), "this is no field of a scene");
    }
    const fields = readAnyObject(place, keys.slice(0, k).join(".")) as Record<string, unknown>;
    if (last) fields[key] = value;
    else if (fields[key] === undefined) fields[key] = {};
    place = fields[key];
  }
}

/** Text that begins like a list, an object or a quoted string must be JSON; other text is a string where it is not. */
function readValue(text: string, path: string): unknown {
  try {
    return parseJson(text, `--set ${path}`);
  } catch (error) {
    if (/^\s*[[{"]/.test(text)) throw error;
    return text;
  }
}
