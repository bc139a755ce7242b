/** What can be undone: how, and what it is called. Both ways may take their time. */
export interface Change {
  readonly label: string;
  undo(): Promise<unknown> | undefined;
  redo(): Promise<unknown> | undefined;
  /** It will never be undone or redone again. */
  forget?(): void;
  /** Of two changes of one kind in quick succession, such as the ticks of a slider, the first is kept with the second's `redo`. */
  readonly kind?: string;
}

/** The changes made so far, and those undone. They are undone one after the other, never two at once. */
export interface History {
  push(change: Change): void;
  undo(): Promise<void>;
  redo(): Promise<void>;
  clear(): void;
  /** What the next undo or redo would take back or bring back. */
  readonly undoable: string | undefined;
  readonly redoable: string | undefined;
}

/** So many changes can be undone. */
const LONGEST = 20;
/** Changes of one kind within this time count as one [ms]. */
const QUICK = 1000;

export function createHistory(changed: () => void, now: () => number = () => performance.now()): History {
  let done: Change[] = [];
  let undone: Change[] = [];
  let pushedAt = Number.NEGATIVE_INFINITY;
  let busy: Promise<unknown> = Promise.resolve();

  function forget(changes: readonly Change[]): void {
    for (const change of changes) change.forget?.();
  }

  /** Moves the newest change from one list to the other when everything before it is through. */
  async function travel(way: "undo" | "redo"): Promise<void> {
    const turn = busy.then(async () => {
      const change = (way === "undo" ? done : undone).pop();
      if (change === undefined) return;
      (way === "undo" ? undone : done).push(change);
      pushedAt = Number.NEGATIVE_INFINITY;
      changed();
      await change[way]();
    });
    busy = turn.catch(() => undefined);
    await turn;
  }

  return {
    push(change) {
      forget(undone);
      undone = [];
      const last = done.at(-1);
      const isSame = change.kind !== undefined && last?.kind === change.kind && now() - pushedAt < QUICK;
      pushedAt = now();
      if (isSame && last !== undefined) {
        done[done.length - 1] = { ...change, undo: last.undo };
      } else {
        done.push(change);
        if (done.length > LONGEST) forget(done.splice(0, done.length - LONGEST));
      }
      changed();
    },
    undo: () => travel("undo"),
    redo: () => travel("redo"),
    clear() {
      forget([...done, ...undone]);
      done = [];
      undone = [];
      changed();
    },
    get undoable() {
      return done.at(-1)?.label;
    },
    get redoable() {
      return undone.at(-1)?.label;
    },
  };
}
