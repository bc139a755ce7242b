import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { DOOR_ALIASES } from "../scripts/doors.mjs";

/** Cross-origin isolation: shared memory and fine clocks in the page. A host without it works too. */
const headers = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types default",
].join("; ");

/** The built page runs nothing but its own files; the development server needs inline styles and is left alone. */
function contentSecurityPolicy(): Plugin {
  return {
    name: "content-security-policy",
    apply: "build",
    transformIndexHtml: () => [
      { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: policy }, injectTo: "head-prepend" },
    ],
  };
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here("."),
  base: "./",
  resolve: { alias: DOOR_ALIASES },
  plugins: [contentSecurityPolicy()],
  worker: { format: "es" },
  server: { headers, fs: { allow: [here("..")] } },
  preview: { headers },
  build: { target: "es2022", outDir: "dist", emptyOutDir: true, chunkSizeWarningLimit: 1200 },
});
