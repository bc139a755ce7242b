import fc from "fast-check";
import { expect, test } from "vitest";
import { type Change, createHistory } from "../../studio/src/page/history.ts";

test("after any series of changes, undos and redos the value is what a list of all values says", async () => {
  const actions = fc.array(fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constant("undo"), fc.constant("redo")), {
    maxLength: 60,
  });
  await fc.assert(
    fc.asyncProperty(actions, async (series) => {
      let value = -1;
      const history = createHistory(() => undefined);
      let values = [-1];
      let at = 0;
      for (const action of series) {
        if (action === "undo") {
          await history.undo();
          at = Math.max(0, at - 1);
        } else if (action === "redo") {
          await history.redo();
          at = Math.min(values.length - 1, at + 1);
        } else {
          const [before, after] = [value, Number(action)];
          value = after;
          const set = (to: number) => async (): Promise<void> => {
            value = to;
          };
          history.push({ label: String(after), undo: set(before), redo: set(after) });
          values = [...values.slice(0, at + 1), after].slice(-21); // twenty changes back, no more
          at = values.length - 1;
        }
        expect(value).toBe(values[at]);
        expect(history.undoable === undefined).toBe(at === 0);
        expect(history.redoable === undefined).toBe(at === values.length - 1);
      }
    }),
  );
});

test("the ticks of a slider are one change, another kind or a pause begins a new one", async () => {
  let time = 0;
  let value = 0;
  const history = createHistory(
    () => undefined,
    () => time,
  );
  const set = (to: number, kind: string): void => {
    const before = value;
    const put = (next: number) => async (): Promise<void> => {
      value = next;
    };
    value = to;
    history.push({ label: kind, kind, undo: put(before), redo: put(to) });
  };
  set(1, "wind");
  time = 500;
  set(2, "wind");
  time = 1100;
  set(3, "wind");
  set(4, "method");
  time = 3000;
  set(5, "method");
  await history.undo();
  expect(value).toBe(4);
  await history.undo();
  expect(value).toBe(3);
  await history.undo();
  expect(value).toBe(0);
  await history.redo();
  expect(value).toBe(3);
});

test("what can never come back is told to forget", async () => {
  const forgotten: string[] = [];
  const history = createHistory(() => undefined);
  const change = (label: string): Change => ({
    label,
    undo: () => undefined,
    redo: () => undefined,
    forget: () => forgotten.push(label),
  });
  history.push(change("a"));
  history.push(change("b"));
  await history.undo();
  history.push(change("c"));
  expect(forgotten).toEqual(["b"]);
  history.clear();
  expect(forgotten).toEqual(["b", "a", "c"]);
  expect(history.undoable).toBeUndefined();
});

test("a way back that fails does not block the next", async () => {
  const history = createHistory(() => undefined);
  let undone = false;
  const undo = async (): Promise<void> => {
    undone = true;
  };
  history.push({ label: "good", undo, redo: () => undefined });
  history.push({ label: "bad", undo: () => Promise.reject(new Error("lost")), redo: () => undefined });
  await expect(history.undo()).rejects.toThrow("lost");
  await history.undo();
  expect(undone).toBe(true);
});
