/** What the page's address carries after the #: the scene and how it is solved. Values are text until the catalogue is known. */
export interface Link {
  readonly scene?: string;
  readonly method?: string;
  readonly timestep?: number;
  /** Options of the method, `set.NAME=VALUE` in the address. */
  readonly options: Readonly<Record<string, string>>;
  /** Fabrics, `fabric=NAME` and `fabric.FIELD=NUMBER`: the text by what follows `fabric` and its point; absent when there are none. */
  readonly fabric?: Readonly<Record<string, string>>;
  /** Parts of an address that mean nothing, as they were written; absent when there are none. */
  readonly ignored?: readonly string[];
}

const KEYS: readonly string[] = ["scene", "method", "timestep"];
const OPTION_PREFIX = "set.";
const FABRIC = "fabric";
/** The engine's own limit [s]. */
const LARGEST_TIMESTEP = 1e6;

/** Reads `#scene=flag&method=implicit-euler&timestep=0.01&set.tolerance=1e-8`; what it does not know it leaves out and lists. */
export function parseLink(hash: string): Link {
  const parameters = new URLSearchParams(hash.replace(/^#/, ""));
  const options = new Map<string, string>();
  const fabric = new Map<string, string>();
  const ignored: string[] = [];
  for (const [key, value] of parameters) {
    if (key.startsWith(OPTION_PREFIX)) options.set(key.slice(OPTION_PREFIX.length), value);
    else if (key === FABRIC) fabric.set("", value);
    else if (key.startsWith(`${FABRIC}.`)) fabric.set(key.slice(FABRIC.length + 1), value);
    else if (key === "timestep" ? value !== "" && !isTimestep(Number(value)) : !KEYS.includes(key))
      ignored.push(`${key}=${value}`);
  }
  const scene = parameters.get("scene");
  const method = parameters.get("method");
  const timestep = Number(parameters.get("timestep"));
  return {
    ...(scene ? { scene } : {}),
    ...(method ? { method } : {}),
    ...(isTimestep(timestep) ? { timestep } : {}),
    options: Object.fromEntries(options),
    ...(fabric.size > 0 ? { fabric: Object.fromEntries(fabric) } : {}),
    ...(ignored.length > 0 ? { ignored } : {}),
  };
}

function isTimestep(value: number): boolean {
  return value > 0 && value <= LARGEST_TIMESTEP;
}

export function formatLink(link: Link): string {
  const parameters = new URLSearchParams();
  if (link.scene !== undefined) parameters.set("scene", link.scene);
  if (link.method !== undefined) parameters.set("method", link.method);
  if (link.timestep !== undefined) parameters.set("timestep", String(link.timestep));
  for (const [name, value] of Object.entries(link.options)) parameters.set(OPTION_PREFIX + name, value);
  for (const [name, value] of Object.entries(link.fabric ?? {})) {
    parameters.set(name === "" ? FABRIC : `${FABRIC}.${name}`, value);
  }
  return `#${parameters}`;
}
