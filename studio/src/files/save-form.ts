import type { WriterInfo } from "drape/files";

/** The parts of the dialog that saves: elements and what can be shown in them, no more. */
export interface SaveForm {
  readonly dialog: HTMLDialogElement;
  readonly format: HTMLSelectElement;
  readonly summary: HTMLElement;
  readonly seconds: HTMLInputElement;
  readonly secondsRow: HTMLElement;
  readonly frames: HTMLInputElement;
  readonly framesRow: HTMLElement;
  readonly framesLabel: HTMLElement;
  /** Width and height of a video [px], as "1280x720". */
  readonly picture: HTMLSelectElement;
  readonly pictureRow: HTMLElement;
  /** Whether bodies and figures are saved too. */
  readonly bodies: HTMLInputElement;
  readonly bodiesRow: HTMLElement;
  readonly size: HTMLElement;
  readonly code: HTMLElement;
  readonly saveButton: HTMLButtonElement;
  readonly codeButton: HTMLButtonElement;
  readonly cancelButton: HTMLButtonElement;
  say(sentence: string): void;
  progress(fraction: number): void;
  /** While a file is made there is its progress and a way to cancel it. */
  setBusy(busy: boolean): void;
}

/** Sizes of videos [px]; a side of VP9 is even. */
const PICTURES = [
  [640, 360, "small"],
  [1280, 720, "HD"],
  [1920, 1080, "full HD"],
  [1080, 1080, "square"],
  [1080, 1920, "upright"],
] as const;

export function createSaveForm(writers: readonly WriterInfo[]): SaveForm {
  const dialog = make("dialog", { id: "save-dialog" });
  dialog.setAttribute("aria-labelledby", "save-title");
  const title = make("h2", { id: "save-title", textContent: "Save" });
  const format = make("select", { id: "save-format" });
  for (const { name, title: words, ending } of writers) {
    format.append(make("option", { value: name, textContent: `${words} (${ending})` }));
  }
  const summary = make("p", { className: "save-summary" });
  const seconds = make("input", { id: "save-seconds", type: "number", min: "0", step: "any" });
  const frames = make("input", { id: "save-frames", type: "number", min: "1", step: "any" });
  const picture = make("select", { id: "save-picture" });
  for (const [width, height, words] of PICTURES) {
    picture.append(make("option", { value: `${width}x${height}`, textContent: `${width} × ${height}, ${words}` }));
  }
  picture.value = "1280x720";
  const [formatRow] = makeRow("Kind of file", format);
  const [secondsRow] = makeRow("Seconds, from the start", seconds);
  const [framesRow, framesLabel] = makeRow("Frames a second", frames);
  const bodies = make("input", { id: "save-bodies", type: "checkbox" });
  const [bodiesRow] = makeRow("Bodies and figures too", bodies);
  const [pictureRow] = makeRow("Size of the picture", picture);
  const size = make("p", { className: "save-size" });
  size.setAttribute("aria-live", "polite");
  const bar = make("progress", { max: 1, value: 0 });
  bar.setAttribute("aria-label", "How much of the file is made");
  const said = make("p", { className: "save-said" });
  said.setAttribute("role", "status");
  const code = make("pre", { tabIndex: 0 });
  code.setAttribute("aria-label", "The scene as code");
  const saveButton = make("button", { type: "button", className: "primary", textContent: "Save" });
  const cancelButton = make("button", { type: "button", textContent: "Cancel" });
  const codeButton = make("button", { type: "button", textContent: "Copy as code" });
  const closeButton = make("button", { type: "button", textContent: "Close" });
  closeButton.addEventListener("click", () => dialog.close());
  const buttons = make("div", { className: "save-buttons" });
  buttons.append(saveButton, cancelButton, codeButton, closeButton);
  dialog.append(title, formatRow, summary, secondsRow, framesRow, bodiesRow, pictureRow);
  dialog.append(size, bar, said, code, buttons);
  document.body.append(dialog);

  function setBusy(busy: boolean): void {
    bar.hidden = !busy;
    bar.value = 0;
    cancelButton.hidden = !busy;
    for (const control of [format, seconds, frames, bodies, picture, saveButton, codeButton]) control.disabled = busy;
    if (busy) said.textContent = "";
  }
  setBusy(false);

  return {
    dialog,
    format,
    summary,
    seconds,
    secondsRow,
    frames,
    framesRow,
    framesLabel,
    bodies,
    bodiesRow,
    picture,
    pictureRow,
    size,
    code,
    saveButton,
    codeButton,
    cancelButton,
    setBusy,
    say(sentence) {
      said.textContent = sentence;
    },
    progress(fraction) {
      bar.value = fraction;
    },
  };
}

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties);
}

/** A control with its label, and the label. */
function makeRow(text: string, control: HTMLElement): [HTMLElement, HTMLElement] {
  const row = make("div", { className: "save-row" });
  const label = make("label", { htmlFor: control.id, textContent: text });
  row.append(label, control);
  return [row, label];
}
