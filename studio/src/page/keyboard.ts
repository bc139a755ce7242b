/** A key that does something anywhere on the page, as the help dialog lists it. */
export interface Shortcut {
  /** As `KeyboardEvent.key` has it, in lower case. */
  readonly key: string;
  /** With control or command; without them unless said. */
  readonly control?: boolean;
  /** With shift, or without; either unless said. */
  readonly shift?: boolean;
  /** The key's name for people. */
  readonly label: string;
  readonly summary: string;
  run(): void;
}

/** Controls that keep space, letters and arrows for themselves while they have the focus. */
const TYPING = "input:not([type=checkbox], [type=radio], [type=range]), select, textarea, [contenteditable]";
const PRESSABLE = "button, summary, input[type=checkbox], input[type=radio]";

export function listenForShortcuts(shortcuts: readonly Shortcut[]): void {
  window.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.altKey || event.repeat || document.querySelector("dialog[open]") !== null) return;
    if (target instanceof Element && target.closest(TYPING) !== null) return;
    if (key === " " && target instanceof Element && target.closest(PRESSABLE) !== null) return;
    const control = event.ctrlKey || event.metaKey;
    const shortcut = shortcuts.find(
      (candidate) =>
        candidate.key === key.toLowerCase() &&
        (candidate.control ?? false) === control &&
        (candidate.shift ?? event.shiftKey) === event.shiftKey,
    );
    if (shortcut === undefined) return;
    event.preventDefault();
    shortcut.run();
  });
}

/** Fills the help dialog's list. */
export function listShortcuts(shortcuts: readonly Shortcut[], list: HTMLElement): void {
  list.replaceChildren(
    ...shortcuts.map(({ label, summary }) => {
      const row = document.createElement("div");
      const term = document.createElement("dt");
      const key = document.createElement("kbd");
      key.textContent = label;
      term.append(key);
      const meaning = document.createElement("dd");
      meaning.textContent = summary;
      row.append(term, meaning);
      return row;
    }),
  );
}
