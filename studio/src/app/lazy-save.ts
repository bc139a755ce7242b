import type { SaveDialog } from "../files/save-dialog.ts";
import type { SavedPage } from "../files/save-host.ts";

/** The dialog that saves files, loaded when it is first asked for. */
export interface LazySave {
  open(): void;
}

export function createLazySave(page: SavedPage): LazySave {
  let loading: Promise<SaveDialog> | undefined;
  return {
    async open() {
      loading ??= import("../files/save-host.ts").then(({ createPageSaveDialog }) => createPageSaveDialog(page));
      (await loading).open();
    },
  };
}
