import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Relative links of the pages of a folder that lead nowhere in it, as `page: target`; node_modules apart. */
export function findDeadLinks(folder: string): { pages: string[]; links: number; dead: string[] } {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"));
  const pages = names.filter((name) => name.endsWith(".md") && !name.includes("node_modules/"));
  let links = 0;
  const dead: string[] = [];
  for (const page of pages) {
    const text = readFileSync(join(folder, page), "utf8").replace(/^```[\s\S]*?^```$/gm, "");
    for (const [, target] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      links++;
      const [path, anchor] = target.split("#");
      const found = path === "" ? join(folder, page) : join(folder, dirname(page), path);
      if (!existsSync(found) || !hasAnchor(found, anchor)) dead.push(`${page}: ${target}`);
    }
  }
  return { pages, links, dead };
}

/** Whether a page has a heading, by the name that its link has on GitHub. */
function hasAnchor(file: string, anchor: string | undefined): boolean {
  if (anchor === undefined || !file.endsWith(".md")) return true;
  const headings = [...readFileSync(file, "utf8").matchAll(/^#+ (.*)$/gm)].map(([, heading]) => {
    return heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(" ", "-");
  });
  return headings.includes(anchor);
}
