import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Opens a page in a Firefox without a window. The page reports to its server; the function that comes back ends the browser. */
export function openInFirefox(program: string, url: string): () => void {
  const profile = mkdtempSync(join(tmpdir(), "firefox-"));
  // nothing that calls home, and no first page of its own
  const settings = [
    "datareporting.policy.dataSubmissionEnabled",
    "app.update.enabled",
    "browser.aboutwelcome.enabled",
    "extensions.update.enabled",
  ];
  writeFileSync(join(profile, "user.js"), settings.map((name) => `user_pref("${name}", false);\n`).join(""));
  const browser: ChildProcess = spawn(program, ["--headless", "--no-remote", "--profile", profile, url], {
    stdio: "ignore",
    env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: "1" },
    detached: true,
  });
  return () => {
    try {
      process.kill(-(browser.pid as number), "SIGKILL"); // with its children
    } catch {
      // it has ended already
    }
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
}
