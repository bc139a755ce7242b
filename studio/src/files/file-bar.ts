import { drawIcon } from "../page/draw-icon.ts";

const FOLDER = "M2.5 15.5v-11h5l2 2.5h8v8.5z";

/** The row of buttons for files: open, save, pins, how far an import is, and what the brush can do. */
export function createFileBar(parent: HTMLElement) {
  const bar = document.createElement("div");
  bar.className = "open-files";
  bar.setAttribute("role", "toolbar");
  bar.setAttribute("aria-label", "Files");
  const picker = createPicker("Scene or mesh file");
  const folderPicker = createPicker("Folder with a mesh");
  folderPicker.webkitdirectory = true;
  const openButton = addButton(
    bar,
    "Open…",
    "Open a scene, or a mesh as glTF, GLB, OBJ, STL or PLY, with the files that belong to it; or drop them on the page, or their folder, or a zip of it",
  );
  const folderButton = addButton(bar, "", "Open a folder: the mesh in it, with the files that belong to it");
  folderButton.setAttribute("aria-label", "Open a folder");
  folderButton.append(drawIcon(FOLDER));
  const saveButton = addButton(bar, "Save", "Save the scene, its meshes included, as one file");
  saveButton.setAttribute("aria-label", "Save scene"); // another button saves what was simulated
  const pinsButton = addButton(bar, "Pins", "Paint which vertices of the cloth are held");
  pinsButton.setAttribute("aria-pressed", "false");
  const progress = createProgress(bar);
  const brushBar = createBrushBar(bar);
  parent.append(bar, picker, folderPicker);
  return { picker, folderPicker, openButton, folderButton, saveButton, pinsButton, progress, brushBar };
}

/** Chooses files of any name: their bytes tell what they are. */
function createPicker(label: string): HTMLInputElement {
  const picker = document.createElement("input");
  picker.type = "file";
  picker.multiple = true;
  picker.hidden = true;
  picker.setAttribute("aria-label", label);
  return picker;
}

function addButton(parent: HTMLElement, label: string, title: string): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = label;
  button.title = title;
  parent.append(button);
  return button;
}

/** A bar that tells how far an import is, and ends it. */
function createProgress(parent: HTMLElement) {
  const row = document.createElement("div");
  row.className = "open-progress";
  row.setAttribute("role", "status");
  const name = document.createElement("span");
  const bar = document.createElement("progress");
  bar.max = 1;
  bar.setAttribute("aria-label", "Import");
  row.append(name, bar);
  const cancel = addButton(row, "Cancel", "Stop the import");
  row.hidden = true;
  parent.append(row);
  return {
    cancel,
    show(file: string): void {
      name.textContent = file;
      bar.removeAttribute("value"); // it goes on, nobody knows how far
      row.hidden = false;
    },
    set(fraction: number): void {
      bar.value = fraction;
    },
    hide(): void {
      row.hidden = true;
    },
  };
}

/** Size of the brush, the eraser, and how many vertices are held. */
function createBrushBar(parent: HTMLElement) {
  const element = document.createElement("div");
  element.className = "open-brush";
  const sizeLabel = document.createElement("label");
  sizeLabel.textContent = "Brush ";
  const size = document.createElement("input");
  size.type = "range";
  size.min = "6";
  size.max = "80";
  size.value = "22";
  size.setAttribute("aria-label", "Size of the brush");
  sizeLabel.append(size);
  const eraserLabel = document.createElement("label");
  const eraser = document.createElement("input");
  eraser.type = "checkbox";
  eraserLabel.append(eraser, " Erase");
  const count = document.createElement("output");
  element.append(sizeLabel, eraserLabel, count);
  element.hidden = true;
  parent.append(element);
  return {
    element,
    radius: () => Number(size.value),
    isErasing: () => eraser.checked,
    changed(held: number): void {
      count.textContent = held === 1 ? "1 vertex held" : `${held} vertices held`;
    },
  };
}
