/** What the page needs of the browser's Trusted Types; those without it have none. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown;
}

/**
 * The page's policy forbids making markup or code from text (require-trusted-types-for 'script'). Only the addresses of workers come by
 * text, and of these it lets pass the page's own files.
 */
export function trustOwnScripts(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy("default", {
    createScriptURL(url) {
      if (new URL(url, location.href).href.startsWith(`${location.origin}/`)) return url;
      throw new TypeError(`The page runs its own scripts only, not ${url}.`);
    },
  });
}
