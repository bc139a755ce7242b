// node scripts/check-imports.mjs [ROOT]: fails if a folder imports from one it must not see, or if the library uses
// arithmetic that differs from machine to machine. ROOT is a repository; this one if none is given.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { DOORS } from "./doors.mjs";
import { ROOT } from "./run.mjs";

const MODEL = ["core", "mesh", "figure", "garment", "fabric", "forces", "linalg", "kernels", "methods", "contact", "inspect", "sim"];
const LIBRARY = [...MODEL, "input", "output", "scene", "world", "index"];

/**
 * Which folders each folder may import from, besides itself. `index` is the files in src/ itself: the public API.
 * @type {Record<string, string[]>}
 */
const SEES = {
  core: [],
  mesh: ["core"],
  figure: ["core", "mesh"],
  garment: ["core", "mesh"],
  fabric: ["core", "mesh"],
  forces: ["core", "mesh", "fabric"],
  linalg: ["core", "mesh"],
  kernels: ["core", "mesh", "fabric", "forces", "linalg"],
  methods: ["core", "mesh", "fabric", "forces", "linalg", "kernels"],
  contact: ["core", "mesh", "fabric", "forces", "linalg", "kernels", "methods"],
  inspect: ["core"],
  sim: ["core", "mesh", "fabric", "forces", "linalg", "kernels", "methods", "contact", "inspect"],
  input: ["core", "mesh"],
  output: MODEL,
  scene: [...MODEL, "input"],
  world: [...MODEL, "input", "output", "scene"],
  index: [...MODEL, "input", "output", "scene", "world"],
  // Leaves of the library: nothing else in it sees them.
  three: LIBRARY,
  react: [...LIBRARY, "three"],
  papers: LIBRARY,
  cli: [...LIBRARY, "papers"],
  // Outside the library.
  studio: ["index", "three"],
  examples: ["index", "three", "react"],
  bench: [...LIBRARY, "papers", "test"],
  test: [...LIBRARY, "three", "react", "papers", "cli", "studio", "examples", "bench"],
};

/** Folders that use the public API only: they come in through the doors of the package. */
const GUESTS = ["studio", "examples"];
const DOOR_FILES = Object.values(DOORS);

/** The packages a folder of the library may import; the others import none. @type {Record<string, RegExp>} */
const PACKAGES = {
  three: /^three(\/|$)/,
  react: /^(react|three|@react-three\/fiber)$/,
  papers: /^(node:|three(\/|$))/,
  cli: /^(node:|(draco3dgltf|meshoptimizer)$)/,
};

/** What every machine computes alike; a line that never feeds a step may use more, and says so. */
const EXACT = /^(sqrt|abs|min|max|floor|ceil|round|trunc|imul|fround|sign|clz32|PI|SQRT2|SQRT1_2)$/;
const EXCUSE = "// not in a step";

const IMPORT =
  /\b(?:import|export)\b[^;"'`()]*?\bfrom\s*["']([^"']+)["']|\bimport\s*\(?\s*["']([^"']+)["']|\bnew\s+URL\(\s*["'](\.[^"']*)["']/g;
const COMMENT_OR_STRING = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`/g;

/** The folder a file belongs to, as SEES names it. @param {string} path */
function folderOf(path) {
  const parts = path.split("/");
  if (parts[0] !== "src") return parts[0];
  return parts.length > 2 ? parts[1] : "index";
}

/** Why a file may not import something, or undefined if it may. @param {string} path @param {string} specifier */
function importProblem(path, specifier) {
  const folder = folderOf(path);
  const inLibrary = path.startsWith("src/");
  if (!SEES[folder]) return `folder ${folder} has no row in scripts/check-imports.mjs`;
  if (!specifier.startsWith(".")) {
    if (!inLibrary || PACKAGES[folder]?.test(specifier)) return undefined;
    return `folder ${folder} must not import the package ${specifier}`;
  }
  const target = posix.join(posix.dirname(path), specifier);
  const seen = folderOf(target);
  if (seen === folder && target.startsWith("src/") === inLibrary) return undefined;
  if (!SEES[seen] && !inLibrary) return undefined;
  if (!SEES[folder].includes(seen)) return `folder ${folder} must not see folder ${seen}`;
  if (GUESTS.includes(folder) && !DOOR_FILES.includes(target)) return `folder ${folder} must import one of ${DOOR_FILES.join(", ")}`;
  return undefined;
}

/**
 * Blanks out comments, and strings too where they are not wanted, leaving every line where it is.
 * @param {string} text @param {{ keepStrings: boolean }} options
 */
function blank(text, { keepStrings }) {
  return text.replace(COMMENT_OR_STRING, (piece) => (keepStrings && !piece.startsWith("/") ? piece : piece.replace(/[^\n]/g, " ")));
}

/** All that is wrong with one file, as `path:line: what`. @param {string} path @param {string} text */
function checkFile(path, text) {
  /** @type {string[]} */
  const problems = [];
  const withStrings = blank(text, { keepStrings: true });
  for (const match of withStrings.matchAll(IMPORT)) {
    const problem = importProblem(path, match[1] ?? match[2] ?? match[3]);
    const line = withStrings.slice(0, match.index + match[0].length).split("\n").length;
    if (problem) problems.push(`${path}:${line}: ${problem}`);
  }
  if (!path.startsWith("src/")) return problems;
  const lines = text.split("\n");
  const code = blank(text, { keepStrings: false }).split("\n");
  code.forEach((line, index) => {
    if (lines[index].includes(EXCUSE)) return;
    for (const match of line.matchAll(/\bMath\b(?:\.(\w+))?|\*\*/g)) {
      if (match[1] && EXACT.test(match[1])) continue;
      problems.push(`${path}:${index + 1}: ${match[0]} differs between machines; see core/trig.ts, or add "${EXCUSE}"`);
    }
  });
  return problems;
}

/** @param {string} root */
function checkTree(root) {
  return ["src", "studio", "examples", "bench", "test"]
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`))
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !path.startsWith("src/kernels/assembly/")) // another language
    .filter((path) => /\.(ts|tsx|mts)$/.test(path) && !/(^|\/)(node_modules|dist)\//.test(path))
    .sort()
    .flatMap((path) => checkFile(path, readFileSync(join(root, path), "utf8")));
}

const problems = checkTree(process.argv[2] ?? ROOT);
for (const problem of problems) console.log(problem);
if (problems.length > 0) process.exitCode = 1;
