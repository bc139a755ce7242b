import { drawIcon } from "../page/draw-icon.ts";
import type { Shortcut } from "../page/keyboard.ts";
import { TOOL_NAMES, type ToolName } from "./tool.ts";

/** The row of tools, a group of radio buttons, with undo and redo beside it. */
export interface Toolbar {
  readonly shortcuts: readonly Shortcut[];
  show(tool: ToolName): void;
  /** What the next undo and redo would change, if there is anything. */
  showHistory(undoable: string | undefined, redoable: string | undefined): void;
}

export interface ToolbarActions {
  choose(tool: ToolName): void;
  undo(): void;
  redo(): void;
}

interface Face {
  readonly label: string;
  readonly key: string;
  readonly summary: string;
  /** A path of lines on a field of 20 × 20. */
  readonly icon: string;
}

const FACES: Readonly<Record<ToolName, Face>> = {
  hand: {
    label: "Hand",
    key: "h",
    summary: "Hand: drag the cloth",
    icon: "M6.5 11V5.2a1.2 1.2 0 0 1 2.4 0V9M8.900 9V3.700a1.200 1.200 0 0 1 2.400 0V9M11.300 9V4.700a1.200 1.200 0 0 1 2.400 0V10M13.700 10V6.700a1.200 1.200 0 0 1 2.400 0V12c0 3.300-2 5.500-5 5.500-2.800 0-4-1.300-5.300-3.700L3.900 10.700c-.6-1.100.9-2.100 1.700-1.200l.9 1.500",
  },
  pin: {
    label: "Pin",
    key: "p",
    summary: "Pin: a click holds the cloth there, or frees it",
    icon: "M7 2.800h6M7.800 2.800v5L5.500 10.500v1.200h9v-1.200L12.200 7.800v-5M10 11.700V17.500",
  },
  scissors: {
    label: "Cut",
    key: "x",
    summary: "Scissors: a stroke cuts what it crosses",
    icon: "M6.800 7.400 16.500 15M6.800 12.600 16.500 5M5 8.500a2.300 2.300 0 1 1 0-4.600 2.300 2.300 0 0 1 0 4.600zM5 16.100a2.300 2.300 0 1 1 0-4.600 2.300 2.300 0 0 1 0 4.600z",
  },
  blow: {
    label: "Blow",
    key: "b",
    summary: "Blow: held down, air goes where the pointer points",
    icon: "M2.500 8h9.300a2.300 2.300 0 1 0-2.200-3M2.500 11h12.300a2.300 2.300 0 1 1-2.200 3M2.500 14h6.300",
  },
  ball: {
    label: "Ball",
    key: "t",
    summary: "Ball: a click throws one at the cloth",
    icon: "M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM5.500 5.500c3 2 3 7 0 9M14.500 5.500c-3 2-3 7 0 9",
  },
};

const UNDO = "M7.500 4 3.500 8l4 4M3.500 8h8a4.500 4.500 0 0 1 0 9H8";
const REDO = "M12.500 4l4 4-4 4M16.500 8h-8a4.500 4.500 0 0 0 0 9H12";
export function createToolbar(root: HTMLElement, actions: ToolbarActions): Toolbar {
  const group = document.createElement("div");
  group.className = "choices";
  group.setAttribute("role", "radiogroup");
  group.setAttribute("aria-label", "Tool");
  const inputs = new Map<ToolName, HTMLInputElement>();
  for (const name of TOOL_NAMES) {
    const { label, key, summary, icon } = FACES[name];
    const input = document.createElement("input");
    input.type = "radio";
    input.name = "tool";
    input.value = name;
    input.setAttribute("aria-keyshortcuts", key.toUpperCase());
    input.addEventListener("change", () => actions.choose(name));
    inputs.set(name, input);
    const holder = document.createElement("label");
    holder.title = `${summary} (${key.toUpperCase()})`;
    holder.append(input, drawIcon(icon), makeText(label));
    group.append(holder);
  }
  const undo = makeButton("Undo", "Control+Z", UNDO, actions.undo);
  const redo = makeButton("Redo", "Control+Shift+Z", REDO, actions.redo);
  root.append(group, undo, redo);

  return {
    shortcuts: [
      ...TOOL_NAMES.map((name) => ({
        key: FACES[name].key,
        label: FACES[name].key.toUpperCase(),
        summary: FACES[name].summary,
        run: () => actions.choose(name),
      })),
      { key: "z", control: true, shift: false, label: "Ctrl Z", summary: "Undo: back to before", run: actions.undo },
      { key: "z", control: true, shift: true, label: "Ctrl ⇧ Z", summary: "Redo", run: actions.redo },
      { key: "y", control: true, label: "Ctrl Y", summary: "Redo", run: actions.redo },
    ],
    show(tool) {
      for (const [name, input] of inputs) input.checked = name === tool;
    },
    showHistory(undoable, redoable) {
      undo.disabled = undoable === undefined;
      redo.disabled = redoable === undefined;
      undo.title = undoable === undefined ? "Nothing to undo (Ctrl Z)" : `Undo: ${undoable} (Ctrl Z)`;
      redo.title = redoable === undefined ? "Nothing to redo (Ctrl ⇧ Z)" : `Redo: ${redoable} (Ctrl ⇧ Z)`;
    },
  };
}

function makeButton(label: string, keys: string, icon: string, run: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.disabled = true;
  button.setAttribute("aria-keyshortcuts", keys);
  button.setAttribute("aria-label", label);
  button.append(drawIcon(icon), makeText(label));
  button.addEventListener("click", run);
  return button;
}

function makeText(text: string): HTMLSpanElement {
  const span = document.createElement("span");
  span.textContent = text;
  return span;
}
