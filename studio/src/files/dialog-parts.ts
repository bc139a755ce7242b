/** A choice of a dialog, behind its words. */
export interface Choice {
  readonly row: HTMLLabelElement;
  readonly select: HTMLSelectElement;
}

/** A dialog about what is opened: its title, then what is in it, then a button to open and one to cancel. Foreign names are only ever text. */
export function makeDialog(title: string, ...content: readonly HTMLElement[]): HTMLDialogElement {
  const dialog = document.createElement("dialog");
  dialog.className = "open-dialog";
  const form = document.createElement("form");
  form.method = "dialog";
  const heading = document.createElement("h2");
  heading.id = "open-dialog-title";
  heading.textContent = title;
  dialog.setAttribute("aria-labelledby", heading.id);
  const buttons = document.createElement("div");
  buttons.className = "open-buttons";
  const open = makeButton("Open", "open");
  open.className = "primary";
  buttons.append(makeButton("Cancel", "cancel"), open);
  form.append(heading, ...content, buttons);
  dialog.append(form);
  return dialog;
}

/** Shows a dialog until it is closed, and removes it; resolves with whether something is to be opened. */
export function askBy(dialog: HTMLDialogElement, first: HTMLElement): Promise<boolean> {
  document.body.append(dialog);
  dialog.showModal();
  first.focus();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "open");
    });
  });
}

export function makeParagraph(text: string): HTMLParagraphElement {
  const paragraph = document.createElement("p");
  paragraph.textContent = text;
  return paragraph;
}

export function makeChoice(label: string, options: readonly (readonly [string, string])[], chosen?: string): Choice {
  const row = document.createElement("label");
  const words = document.createElement("span");
  words.textContent = label;
  const select = document.createElement("select");
  for (const [value, text] of options) select.add(new Option(text, value, false, value === chosen));
  row.append(words, select);
  return { row, select };
}

function makeButton(label: string, value: string): HTMLButtonElement {
  const button = document.createElement("button");
  button.textContent = label;
  button.value = value;
  return button;
}
