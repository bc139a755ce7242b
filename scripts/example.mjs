// npm run example -- NAME [PORT]: shows a page of examples/ to this machine, or runs a program there. Without a name: which there are.
import { join } from "node:path";
import { EXAMPLES, PAGES, serveExample } from "./example-pages.mjs";
import { installPackages } from "./install.mjs";
import { run } from "./run.mjs";

const [name, port = "5174"] = process.argv.slice(2);

if (!EXAMPLES.includes(name)) {
  console.log(
    `${name === undefined ? "" : `there is no example ${name}; `}npm run example -- NAME, where NAME is one of\n  ${EXAMPLES.join("\n  ")}`,
  );
  process.exitCode = name === undefined ? 0 : 1;
} else {
  await installPackages(console.log);
  if (PAGES.includes(name)) {
    const { url } = await serveExample(name, Number(port));
    console.log(`${name}: ${url} (Ctrl C ends it)`);
  } else {
    const flags = ["typescript", "door-sources"].flatMap((hook) => ["--import", `./scripts/${hook}.mjs`]);
    const { ok } = await run("node", [...flags, join("examples", name, "main.ts")], { show: true });
    if (!ok) process.exitCode = 1;
  }
}
