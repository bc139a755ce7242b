import type { Settings } from "../app/studio-state.ts";
import type { Command } from "../commands.ts";
import type { Studio } from "../studio.ts";
import { createHistory, type History } from "./history.ts";

/** Undo of what a person does to the cloth and to the settings. */
export interface Undo extends History {
  /**
   * Sends an edit of the cloth. To undo it goes back to the moment before, time included, and to redo to the moment at which it was undone:
   * both exact, because the worker keeps these states.
   */
  edit(label: string, command: Command): void;
  /** The same of one that may turn out to be none: the function that comes back is told whether it was one. */
  begin(label: string, command: Command): (isEdit: boolean) => void;
  /** Settings are about to be others than these. */
  changeSettings(kind: string, before: Settings): void;
}

export function createUndo(studio: Studio, changed: () => void): Undo {
  const history = createHistory(changed);
  let nextMark = 1;

  function begin(label: string, command: Command): (isEdit: boolean) => void {
    const before = nextMark++;
    const after = nextMark++;
    studio.send({ type: "mark", mark: before });
    studio.send(command);
    const forget = (): void => void studio.send({ type: "forget", marks: [before, after] });
    return (isEdit) => {
      if (!isEdit) return forget();
      history.push({
        label: `${label}: the cloth goes back to the moment before`,
        undo: () => studio.goBack(before, after),
        redo: () => studio.goBack(after, before),
        forget,
      });
    };
  }

  return {
    push: history.push,
    undo: history.undo,
    redo: history.redo,
    clear: history.clear,
    get undoable() {
      return history.undoable;
    },
    get redoable() {
      return history.redoable;
    },
    begin,
    edit: (label, command) => begin(label, command)(true),
    changeSettings(kind, before) {
      const after = studio.settings();
      history.push({
        label: kind,
        kind,
        undo: () => studio.applySettings(before),
        redo: () => studio.applySettings(after),
      });
    },
  };
}
