import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { arch, availableParallelism, cpus, platform } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { InputError, nearestWord } from "../core/errors.ts";
import { VERSION } from "../core/version.ts";
import { parseJson } from "../input/json.ts";
import type { Experiment } from "../papers/experiment.ts";
import type { KeptVerdict, KeptVerdicts, ReportInfo } from "../papers/report/report.ts";
import type { Arguments } from "./arguments.ts";
import type { Command } from "./command.ts";
import { checkOutputs, doJob, readBytes } from "./files.ts";
import { checkFolder, createReportWriter, folderOf } from "./write-report.ts";

const DEFAULT_OUT = "papers.html";
/** What `npm run build:page` makes: the scripts that run experiments in the page. */
const PAGE = "dist/papers/page";
const MAX_VERDICTS = 4e6;
/** So many experiments run at a time, if the machine has as many cores; those that measure times run alone. */
const MOST_THREADS = 4;
/** The package: this file is in src/cli or dist/cli. */
const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** `drape papers`: the claims of the papers, run again on this machine. */
export const papersCommand: Command = {
  flags: [
    { name: "quick", summary: "fewer frames, sizes and values: four minutes or so instead of thirteen" },
    { name: "out", value: "FILE.html", summary: `where the report goes (default ${DEFAULT_OUT})` },
    {
      name: "compare",
      value: "VERDICTS.json",
      summary: "fail where a verdict is another than in an earlier report; times are not compared",
    },
    { name: "list", summary: "name the experiments and run none" },
    { name: "quiet", summary: "no progress and no summary" },
  ],
  run: reproducePapers,
};

async function reproducePapers({ positional, flags }: Arguments): Promise<number> {
  const { EXPERIMENTS } = await import("../papers/catalog.ts");
  const { COVERAGE } = await import("../papers/catalog.ts");
  const { judge, sceneName } = await import("../papers/experiment.ts");
  const { countOutcomes, formatReport, keepVerdicts } = await import("../papers/report/report.ts");
  const { runBeside } = await import("../papers/run-beside.ts");
  const chosen = chooseExperiments(EXPERIMENTS, positional, sceneName);
  const isQuick = flags.has("quick");
  if (flags.has("list")) {
    process.stdout.write(await listExperiments(chosen, isQuick, sceneName));
    return 0;
  }
  const out = flags.get("out") ?? DEFAULT_OUT;
  if (!/\.html?$/i.test(out)) throw new InputError("--out", out, "give it the ending .html");
  await checkOutputs(undefined, new Map([["--out", out]]));
  await checkFolder(out);
  const compared = flags.get("compare");
  const before = compared === undefined ? undefined : await readVerdicts(compared);
  const page = existsSync(join(ROOT, PAGE)) ? join(ROOT, PAGE) : undefined;
  const info: Omit<ReportInfo, "seconds"> = {
    version: VERSION,
    commit: await describeCommit(),
    machine: describeMachine(),
    isQuick,
    all: EXPERIMENTS.length,
    asked: chosen.length,
    date: new Date().toISOString().slice(0, 16).replace("T", " ").concat(" UTC"),
    folder: folderOf(out),
    hasLive: page !== undefined,
    link: (path, words) => linkFrom(out, path, words),
    coverage: COVERAGE,
  };

  const isQuiet = flags.has("quiet");
  const start = performance.now();
  return doJob(isQuiet, async ({ files, progress, isInterrupted }) => {
    const writer = createReportWriter(out, page, files);
    const results = await runBeside(chosen, Math.min(MOST_THREADS, availableParallelism()), {
      isQuick,
      show: (part, experiment) => progress.show(Math.floor(100 * part), 100, sceneName(experiment)),
      isCancelled: isInterrupted,
      keep: async (soFar, { experiment, findings, failure, seconds }) => {
        await writer.write(formatReport(soFar, { ...info, seconds: (performance.now() - start) / 1000 }));
        if (isQuiet) return;
        progress.clear();
        const told = failure ?? (findings?.verdicts ?? []).map((verdict) => judge(verdict)).join(", ");
        process.stdout.write(`${sceneName(experiment)} (${seconds.toFixed(1)} s): ${told}\n`);
      },
    });
    progress.clear();
    if (!isQuiet && results.length > 0) {
      const counts = countOutcomes(results);
      process.stdout.write(
        `${counts.holds} claims hold, ${counts["holds with a difference"]} hold with a difference, ${counts["does not hold"]} do not hold: ${out}\n`,
      );
    }
    if (isInterrupted()) {
      const kept = results.length === 0 ? "nothing was finished" : `${out} has what was finished`;
      process.stderr.write(`drape: interrupted; ${kept}\n`);
      return 2;
    }
    await writer.removeOld();
    const failed = results.filter(({ failure }) => failure !== undefined);
    for (const { experiment, failure } of failed) process.stderr.write(`drape: ${sceneName(experiment)}: ${failure}\n`);
    const changes =
      before === undefined ? [] : compareVerdicts(before, { isQuick, verdicts: keepVerdicts(results) }, new Set(chosen.map(sceneName)));
    for (const change of changes) process.stderr.write(`drape: ${change}\n`);
    return failed.length > 0 || changes.length > 0 ? 2 : 0;
  });
}

/** The verdicts that an earlier report left beside itself. */
async function readVerdicts(path: string): Promise<Pick<KeptVerdicts, "isQuick" | "verdicts">> {
  const text = new TextDecoder().decode(await readBytes(path, MAX_VERDICTS));
  const kept = parseJson(text, path) as { isQuick?: unknown; verdicts?: unknown } | null;
  const verdicts = kept?.verdicts;
  const isKept = (one: unknown): boolean =>
    typeof one === "object" &&
    one !== null &&
    ["experiment", "claim", "outcome", "kind"].every((key) => typeof Reflect.get(one, key) === "string");
  if (!Array.isArray(verdicts) || !verdicts.every(isKept)) {
    throw new InputError(path, "no verdicts", "name the verdicts.json in the folder of an earlier report");
  }
  return { isQuick: kept?.isQuick === true, verdicts: verdicts as KeptVerdict[] };
}

/**
 * A sentence for every verdict that is another than before; verdicts by the clock and experiments that were not asked for are left out. A
 * quick report makes some of the full one's claims: those that it does not make are not missed.
 */
export function compareVerdicts(
  before: Pick<KeptVerdicts, "isQuick" | "verdicts">,
  now: Pick<KeptVerdicts, "isQuick" | "verdicts">,
  asked: ReadonlySet<string>,
): string[] {
  const name = ({ experiment, claim }: KeptVerdict): string => `${experiment}: ${JSON.stringify(claim)}`;
  const old = new Map(
    before.verdicts.filter(({ kind, experiment }) => kind !== "time" && asked.has(experiment)).map((one) => [name(one), one]),
  );
  const changes: string[] = [];
  for (const verdict of now.verdicts) {
    if (verdict.kind === "time") continue;
    const was = old.get(name(verdict));
    old.delete(name(verdict));
    if (was === undefined) changes.push(`${name(verdict)} is new`);
    else if (was.outcome !== verdict.outcome) {
      changes.push(`${name(verdict)} was "${was.outcome}" (${was.measured}) and is "${verdict.outcome}" (${verdict.measured})`);
    }
  }
  const gone = now.isQuick && !before.isQuick ? [] : [...old.keys()];
  return [...changes, ...gone.map((one) => `${one} is gone`)];
}

/** The experiments under the names of their papers: what each is called, how long it takes, and its title. */
async function listExperiments(
  chosen: readonly Experiment[],
  isQuick: boolean,
  nameOf: (experiment: Experiment) => string,
): Promise<string> {
  const { PAPERS } = await import("../papers/papers.ts");
  const width = Math.max(...chosen.map((experiment) => nameOf(experiment).length));
  const parts = PAPERS.map(({ key, title }) => {
    const lines = chosen
      .filter(({ paper }) => paper === key)
      .map((one) => {
        const seconds = String(isQuick ? one.seconds.quick : one.seconds.full).padStart(4);
        return `  ${nameOf(one).padEnd(width)} ${seconds} s  ${one.title}\n`;
      });
    return lines.length === 0 ? "" : `${key}: ${title}\n${lines.join("")}`;
  });
  return parts.filter((part) => part !== "").join("\n");
}

/** The experiments of the papers that are named, or single ones by name; all where none is. */
function chooseExperiments(
  all: readonly Experiment[],
  keys: readonly string[],
  nameOf: (experiment: Experiment) => string,
): readonly Experiment[] {
  const papers = [...new Set(all.map(({ paper }) => paper))];
  const isNamed = (one: Experiment, key: string): boolean => [one.paper, one.name, nameOf(one)].includes(key.toLowerCase());
  for (const key of keys) {
    if (all.some((one) => isNamed(one, key))) continue;
    const near = nearestWord(key.toLowerCase(), [...papers, ...all.map(nameOf)]);
    const advice = near === undefined ? `give ${papers.join(", ")}, or a name of --list` : `did you mean ${near}?`;
    throw new InputError("KEY", JSON.stringify(key.slice(0, 40)), advice);
  }
  if (keys.length === 0) return all;
  return all.filter((one) => keys.some((key) => isNamed(one, key)));
}

/** A link from the report to a file of the package, or to the first line of it that has these words; a source may be there in its built form only. */
function linkFrom(out: string, path: string, words?: string): string | undefined {
  const built = path.replace(/^src\//, "dist/").replace(/\.ts$/, ".js");
  const found = [path, built].map((name) => join(ROOT, name)).find((name) => existsSync(name));
  if (found === undefined) return undefined;
  const link = relative(dirname(resolve(out)), found).replaceAll("\\", "/");
  const lines = words === undefined ? [] : readFileSync(found, "utf8").split("\n");
  const line = lines.findIndex((one) => one.includes(words ?? ""));
  return link.split("/").map(encodeURIComponent).join("/") + (line < 0 ? "" : `#L${line + 1}`);
}

function describeMachine(): string {
  const all = cpus();
  return `${all[0]?.model.trim() || "unknown processor"}, ${all.length} cores, ${platform()} ${arch()}, Node ${process.version}`;
}

/** The commit that the program was made from, where it lies in its repository. */
async function describeCommit(): Promise<string> {
  const git = async (...args: string[]): Promise<string> => (await promisify(execFile)("git", args, { cwd: ROOT })).stdout.trim();
  try {
    if (!existsSync(join(ROOT, ".git"))) return `version ${VERSION}`;
    const commit = await git("rev-parse", "--short=12", "HEAD");
    const changes = await git("status", "--porcelain", "--untracked-files=no");
    return changes === "" ? commit : `${commit} and changes since`;
  } catch {
    return `version ${VERSION}`;
  }
}
