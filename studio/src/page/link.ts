/** What the page's address carries after the #: the scene and how it is solved. Values are text until the catalogue is known. */
export interface Link {
  /** Solvers to compare, in the order of their pictures; an empty list leaves the choice to the scene. Absent: one view. */
  readonly compare?: readonly ComparedName[];
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

/** A solver as the address compares it: its name, and what differs from how the scene starts it. */
export interface ComparedName {
  /** Of a method, of one of the scene's variants, or "reference". */
  readonly name: string;
  /** [s] */
  readonly timestep?: number;
  readonly options: Readonly<Record<string, string>>;
}

const KEYS: readonly string[] = ["scene", "method", "timestep", "compare"];
const OPTION_PREFIX = "set.";
const FABRIC = "fabric";
/** The engine's own limit [s]. */
const LARGEST_TIMESTEP = 1e6;

/**
 * Reads `#scene=flag&method=implicit-euler&timestep=0.01&set.tolerance=1e-8`; what it does not know it leaves out and lists.
 * `compare=explicit-euler:timestep=0.001,gauss-seidel:sweeps=4:order=index` shows these side by side, separated by commas, each
 * with options of its own after colons.
 */
export function parseLink(hash: string): Link {
  const parameters = new URLSearchParams(hash.replace(/^#/, ""));
  const options = new Map<string, string>();
  const fabric = new Map<string, string>();
  const ignored: string[] = [];
  for (const [key, value] of parameters) {
    if (key.startsWith(OPTION_PREFIX)) options.set(key.slice(OPTION_PREFIX.length), value);
    else if (key === FABRIC) fabric.set("", value);
    else if (key.startsWith(`${FABRIC}.`)) fabric.set(key.slice(FABRIC.length + 1), value);
    else if (key === "timestep" ? value !== "" && !isTimestep(Number(value)) : !KEYS.includes(key)) ignored.push(`${key}=${value}`);
  }
  const scene = parameters.get("scene");
  const method = parameters.get("method");
  const timestep = Number(parameters.get("timestep"));
  const compare = parameters.get("compare");
  return {
    ...(compare === null ? {} : { compare: parseCompared(compare, ignored) }),
    ...(scene ? { scene } : {}),
    ...(method ? { method } : {}),
    ...(isTimestep(timestep) ? { timestep } : {}),
    options: Object.fromEntries(options),
    ...(fabric.size > 0 ? { fabric: Object.fromEntries(fabric) } : {}),
    ...(ignored.length > 0 ? { ignored } : {}),
  };
}

function parseCompared(text: string, ignored: string[]): ComparedName[] {
  const compared: ComparedName[] = [];
  for (const part of text.split(",")) {
    const [name, ...settings] = part.split(":");
    if (name === "") continue;
    const options = new Map<string, string>();
    let timestep: number | undefined;
    for (const setting of settings) {
      const [key, ...rest] = setting.split("=");
      const value = rest.join("=");
      if (key === "" || rest.length === 0) ignored.push(`${name}:${setting}`);
      else if (key !== "timestep") options.set(key, value);
      else if (isTimestep(Number(value))) timestep = Number(value);
      else ignored.push(`${name}:${setting}`);
    }
    compared.push({
      name,
      ...(timestep === undefined ? {} : { timestep }),
      options: Object.fromEntries(options),
    });
  }
  return compared;
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
  const rest = link.compare === undefined ? "" : `&compare=${link.compare.map(formatCompared).join(",")}`;
  return `#${parameters}${rest}`;
}

/** Names and values of the catalogue hold no comma and no colon, so that the separators stay legible. */
function formatCompared({ name, timestep, options }: ComparedName): string {
  const settings = [...(timestep === undefined ? [] : [["timestep", String(timestep)]]), ...Object.entries(options)];
  const written = settings.map(([key, value]) => `:${encodeURIComponent(key)}=${encodeURIComponent(value)}`);
  return encodeURIComponent(name) + written.join("");
}
