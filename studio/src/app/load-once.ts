import { type Banner, reloadAction } from "../page/banner.ts";

/**
 * A function that builds a part of the page from code that it fetches, at its first call and not again. It answers false where that fails,
 * and the banner says so; a later call tries again. `what` begins the sentence: "The settings".
 */
export function loadOnce(what: string, banner: Banner, build: () => Promise<void>): () => Promise<boolean> {
  let loading: Promise<void> | undefined;
  return async () => {
    loading ??= build();
    try {
      await loading;
      return true;
    } catch {
      loading = undefined;
      banner.show(`${what} could not be loaded: look at the connection, then reload the page.`, [reloadAction]);
      return false;
    }
  };
}
