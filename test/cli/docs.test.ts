import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { callCli } from "../support/call-cli.ts";
import { ROOT } from "../support/run-cli.ts";

const PAGE = join(ROOT, "docs/cli.md");
const BLOCK = /```text\n\$ drape ([^\n]+)\n([\s\S]*?)```/g;

/** The page with the output of every command in it as the program prints it now. */
async function withRealOutput(page: string): Promise<{ page: string; commands: string[] }> {
  const commands: string[] = [];
  let out = "";
  let at = 0;
  for (const match of page.matchAll(BLOCK)) {
    const { code, stdout, stderr } = await callCli(match[1].split(" "));
    expect([match[1], code, stderr]).toEqual([match[1], 0, ""]);
    commands.push(match[1]);
    out += `${page.slice(at, match.index)}\`\`\`text\n$ drape ${match[1]}\n${stdout}\`\`\``;
    at = match.index + match[0].length;
  }
  return { page: out + page.slice(at), commands };
}

test("docs/cli.md shows what the program prints (UPDATE_DOCS=1 writes it anew)", async () => {
  const page = readFileSync(PAGE, "utf8");
  const real = await withRealOutput(page);
  if (process.env.UPDATE_DOCS) writeFileSync(PAGE, real.page);
  else expect(page).toBe(real.page);
  const { stdout } = await callCli(["--help"]);
  const known = [...stdout.matchAll(/^ {2}drape ([a-z]+) /gm)].map((match) => match[1]);
  expect(known.length).toBeGreaterThanOrEqual(3);
  expect(real.commands).toEqual(expect.arrayContaining(["--help", ...known.map((name) => `${name} --help`)]));
});
