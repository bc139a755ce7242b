import { execFileSync, spawn } from "node:child_process";
import { lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { squareScene } from "../scene/sample-scenes.ts";
import { callCli } from "../support/call-cli.ts";
import { makeFolder, runCli, writeScene } from "../support/run-cli.ts";

const { folder, remove } = makeFolder();
afterAll(remove);
writeScene(folder, "scene.json", squareScene());

/** The one line in which these arguments are refused; nothing is printed and nothing is written. */
async function refusal(...args: string[]): Promise<string> {
  const before = readdirSync(folder);
  const { code, stdout, stderr } = await callCli(args, folder);
  expect(stderr).toMatch(/^drape: [^\p{Cc}]+\n$/u);
  expect(code).toBe(1);
  expect(stdout).toBe("");
  expect(readdirSync(folder)).toEqual(before);
  return stderr.slice("drape: ".length, -1);
}

describe("arguments that are wrong end in one line", () => {
  test.each([
    ["rnu scene.json", 'command: got "rnu"; did you mean run?'],
    ["frobnicate", 'command: got "frobnicate"; use run, methods, check, settle, matrix, bench, papers'],
    ["__proto__", 'command: got "__proto__"; use run, methods, check, settle, matrix, bench, papers'],
    ["-x", 'command: got "-x"; use run, methods, check, settle, matrix, bench, papers'],
    ["run", "run: got 0 scenes; name one scene file"],
    ["run scene.json scene.json", "run: got 2 scenes; name one scene file"],
    ["check", "check: got 0 scenes; name one scene file"],
    ["check scene.json scene.json", "check: got 2 scenes; name one scene file"],
    ["methods verlet", 'methods: got "verlet"; it takes no words, only --json'],
    ["methods --jsno", "--jsno: got an unknown option; did you mean --json?"],
    ["check scene.json --state s.json", "--state: got an unknown option; see --help"],
    ["run scene.json --sate s.json", "--sate: got an unknown option; did you mean --state?"],
    ["run scene.json --frobnicate", "--frobnicate: got an unknown option; see --help"],
    ["run scene.json -q", "-q: got an unknown option; see --help"],
    ["run scene.json --__proto__=1", "--__proto__=1: got an unknown option; see --help"],
    ["run scene.json --state", "--state: got nothing after it; give FILE.json"],
    ["run scene.json --state --quiet", "--state: got nothing after it; give FILE.json"],
    ["run scene.json --quiet=yes", '--quiet: got "yes"; it takes no value'],
    ["run scene.json --threads 0", "--threads: got 0; give a whole number of at least 1 and up to 32"],
    ["run scene.json --steps ten", '--steps: got "ten"; give a whole number of at least 0 and up to 1000000000'],
    ["run scene.json --steps -1", "--steps: got -1; give a whole number of at least 0 and up to 1000000000"],
    ["run scene.json --steps 1.5", "--steps: got 1.5; give a whole number of at least 0 and up to 1000000000"],
    ["run scene.json --steps=", '--steps: got ""; give a whole number of at least 0 and up to 1000000000'],
    ["run scene.json --steps 1e12", "--steps: got 1000000000000; give a whole number of at least 0 and up to 1000000000"],
    ["run scene.json --seconds NaN", '--seconds: got "NaN"; give a finite number of at least 0 [s]'],
    ["run scene.json --seconds Infinity", "--seconds: got Infinity; give a finite number of at least 0 [s]"],
    ["run scene.json --seconds 1e300", "--seconds: got 1e+302 steps of 0.01 s; ask for at most 1000000000, or a longer timestep"],
    ["run scene.json --timestep 1e-300", "duration: got 5e+300 steps of 1e-300 s; ask for at most 1000000000, or a longer timestep"],
    ["run scene.json --steps 5 --seconds 1", "--seconds: got both --steps and --seconds; give one of the two"],
    ["run scene.json --seconds 1 --steps 5", "--seconds: got both --steps and --seconds; give one of the two"],
    ["run scene.json --timestep 0", "--timestep: got 0; give a finite number above 0 and up to 1000000 [s]"],
    ["run scene.json --timestep -0.01", "--timestep: got -0.01; give a finite number above 0 and up to 1000000 [s]"],
    ["run scene.json --timestep 10ms", '--timestep: got "10ms"; give a finite number above 0 and up to 1000000 [s]'],
    ["run scene.json --method verlte --set x=1", "x: got a field that does not exist; known here: $schema, drape, title, "],
    ["run scene.json --method verlte", 'solver.method: got "verlte"; did you mean "verlet"? choose one of '],
    [
      "run scene.json --out mesh.fbx",
      "--out: got .fbx; this version writes .glb, .usda, .abc, .vat.zip, .pc2, .mdd, .csv, .obj, .png, .mp4, .webm",
    ],
    [
      "run scene.json --out mesh.obj.gz",
      "--out: got .gz; this version writes .glb, .usda, .abc, .vat.zip, .pc2, .mdd, .csv, .obj, .png, .mp4, .webm",
    ],
    [
      "run scene.json --out mesh",
      "--out: got no ending; this version writes .glb, .usda, .abc, .vat.zip, .pc2, .mdd, .csv, .obj, .png, .mp4, .webm",
    ],
    [
      "run scene.json --out a.b/mesh",
      "--out: got no ending; this version writes .glb, .usda, .abc, .vat.zip, .pc2, .mdd, .csv, .obj, .png, .mp4, .webm",
    ],
    ["run scene.json --every 2", "--every: got 2; it goes with --out FILE"],
    ["run scene.json --out m.obj --every 0", "--every: got 0; give a whole number of at least 1"],
    ["papers kim6", 'KEY: got "kim6"; did you mean kim06?'],
    ["papers --out report.pdf", "--out: got report.pdf; give it the ending .html"],
    ["run scene.json --set", "--set: got nothing after it; give PATH=VALUE"],
    ["run scene.json --set timestep", "--set timestep: got no path=value; write --set path=value"],
    ["run scene.json --set =1", "--set =1: got no path=value; write --set path=value"],
    ["run scene.json --set __proto__=1", '--set __proto__: got "__proto__"; this is no field of a scene'],
    ["run scene.json --set __proto__.polluted=1", '--set __proto__: got "__proto__"; this is no field of a scene'],
    ["run scene.json --set solver.__proto__.tolerance=1", '--set solver.__proto__: got "__proto__"; this is no field of a scene'],
    [
      "run scene.json --set cloths[0].constructor.prototype.x=1",
      '--set cloths.0.constructor: got "constructor"; this is no field of a scene',
    ],
    ["run scene.json --set cloths[0].pins.__proto__=1", '--set cloths.0.pins.__proto__: got "__proto__"; the list has entries 0 to 0'],
    ['run scene.json --set solver={"__proto__":{"tolerance":1}}', "solver.__proto__: got a forbidden key; remove it"],
    ["run scene.json --set toString.x=1", "toString: got a function; give an object { … }"],
    ["run scene.json --set cloths[1].pins=[]", '--set cloths.1: got "1"; the list has entries 0 to 0'],
    ["run scene.json --set cloths[-1].pins=[]", "cloths[-1]: got a field that does not exist; known here: "],
    ["run scene.json --set cloths.=1", '--set cloths.: got ""; the list has entries 0 to 0'],
    ["run scene.json --set cloths.0x0.pins=1", '--set cloths.0x0: got "0x0"; the list has entries 0 to 0'],
    ["run scene.json --set solver..method=verlet", '--set solver.: got ""; this is no field of a scene'],
    ["run scene.json --set timestep.x=1", "timestep: got 0.01; give an object { … }"],
    ["run scene.json --set cloths[0].pins=[9]", "cloths[0].pins[0]: got 9; the cloth has vertices 0 to 3"],
    [
      "run scene.json --set gravity=[0,NaN,0]",
      "--set gravity:1 [1]: got NaN; JSON has only finite numbers, strings, true, false, null, lists and objects",
    ],
    ["run scene.json --set timestep=NaN", 'timestep: got "NaN"; give a finite number above 0 and up to 1000000 [s]'],
    ["bench scene.json scene.json", "bench: got 2 scenes; name one scene file, or none"],
    ["bench scene.json --sizes 8", "--sizes: got 8; a scene has a size of its own: leave it out"],
    ["bench --sizes 8,x", '--sizes: got "x"; give a whole number of at least 2 and up to 1000'],
    ["bench --sizes 1", "--sizes: got 1; give a whole number of at least 2 and up to 1000"],
    ["bench --sizes 8 --methods implicit-euler,bdf3", 'solver.method: got "bdf3"; did you mean "bdf2"? choose one of '],
    ["bench --steps 0", "--steps: got 0; give a whole number of at least 1 and up to 1000000"],
    ["bench --budget 0", "--budget: got 0; give a finite number above 0 [s]"],
    ["bench --out table.txt", "--out: got table.txt; give it the ending .csv or .json"],
    ["bench nothing.json", "nothing.json: got no such file; check the name and the folder"],
    ["run scene.json --set solver.sweep=3", "solver.sweep: got an option that no method has; did you mean sweeps?"],
  ])("drape %s", async (words, message) => {
    const said = await refusal(...words.split(" "));
    if (message.endsWith(" ")) expect(said.startsWith(message)).toBe(true);
    else expect(said).toBe(message);
  });

  test("a value nested ten thousand deep is refused", async () => {
    const deep = `gravity=${"[".repeat(1e4)}${"]".repeat(1e4)}`;
    expect(await refusal("run", "scene.json", "--set", deep)).toBe(
      "--set gravity:1: got lists or objects nested more than 32 deep; flatten the file",
    );
  });

  test("without a command, the help and exit code 1", async () => {
    const { code, stdout, stderr } = await runCli([]);
    expect(code).toBe(1);
    expect(stdout).toContain("drape run SCENE");
    expect(stderr).toBe("");
  });
});

describe("files that cannot be written are refused before the work", () => {
  test("in a folder that does not exist, and nothing else is written either", async () => {
    for (const flag of ["--state", "--metrics", "--out"]) {
      const file = join("nowhere", "x.obj");
      const others = ["--state", "--metrics"].filter((one) => one !== flag).flatMap((one) => [one, `ok${one}`]);
      expect(await refusal("run", "scene.json", "--steps", "1", flag, file, ...others)).toBe(
        `${file}: got ENOENT; name a folder that exists and can be written to`,
      );
    }
  });

  test("a folder, the scene itself, one name for two files", async () => {
    mkdirSync(join(folder, "folder.obj"));
    expect(await refusal("run", "scene.json", "--out", "folder.obj")).toBe("folder.obj: got a folder; name a file");
    expect(await refusal("run", "scene.json", "--state", "./scene.json")).toBe(
      "--state: got ./scene.json, the scene itself; give each file its own name",
    );
    expect(await refusal("run", "scene.json", "--state", "a.json", "--metrics", "./a.json")).toBe(
      "--metrics: got ./a.json, also the file of --state; give each file its own name",
    );
    expect(JSON.parse(readFileSync(join(folder, "scene.json"), "utf8"))).toEqual(squareScene());
  });

  test("a link stays a link, and its file is written", async () => {
    writeFileSync(join(folder, "target.json"), "old");
    symlinkSync("target.json", join(folder, "link.json"));
    const { code } = await runCli(["run", "scene.json", "--steps", "1", "--state", "link.json"], folder);
    expect(code).toBe(0);
    expect(lstatSync(join(folder, "link.json")).isSymbolicLink()).toBe(true);
    expect(JSON.parse(readFileSync(join(folder, "target.json"), "utf8")).steps).toBe(1);
  });

  test.skipIf(process.platform === "win32")("a pipe is written to, not replaced", async () => {
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    const reader = spawn("cat", [pipe]);
    let read = "";
    reader.stdout.setEncoding("utf8").on("data", (piece: string) => {
      read += piece;
    });
    const finished = new Promise((done) => reader.on("close", done));
    const { code } = await runCli(["run", "scene.json", "--steps", "3", "--state", pipe], folder);
    await finished;
    expect(code).toBe(0);
    expect(JSON.parse(read).steps).toBe(3);
    expect(statSync(pipe).isFIFO()).toBe(true);
  });
});

test("a disk that runs full ends with exit code 2 and leaves nothing under the final name", async () => {
  for (const flag of ["--metrics", "--state"]) {
    const { code, stderr } = await runCli(["run", "scene.json", "--steps", "50", flag, "/dev/full"], folder);
    expect(stderr).toMatch(/^drape: \/dev\/full: got ENOSPC while writing; [^\n]+\n$/);
    expect(code).toBe(2);
  }
});
