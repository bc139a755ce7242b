import type { SaveDialog, SaveHost } from "../files/save-dialog.ts";

/** The dialog that saves files, loaded when it is first asked for. */
export interface LazySave {
  open(): void;
}

export function createLazySave(host: SaveHost): LazySave {
  let loading: Promise<SaveDialog> | undefined;

  async function load(): Promise<void> {
    loading ??= import("../files/save-dialog.ts").then(({ createSaveDialog }) => createSaveDialog(host));
    (await loading).open();
  }

  return { open: () => void load() };
}
