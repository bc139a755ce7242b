import type { PickedFile } from "./named-file.ts";

/** Folders nested deeper, and files beyond these, are not what somebody means to open. */
const DEEPEST = 16;
const MOST_FILES = 10_000;

/** The files that were dropped, and those in folders that were. Call it in the event itself: afterwards the browser has forgotten them. */
export async function droppedFiles(data: DataTransfer): Promise<PickedFile[]> {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  const plain = listFiles(data.files);
  if (!entries.some((entry) => entry.isDirectory)) return plain;
  const found: PickedFile[] = [];
  for (const entry of entries) await collect(entry, found, 0);
  return found;
}

/** Files that were chosen, one by one or as a folder. */
export function listFiles(files: Iterable<File>): PickedFile[] {
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

async function collect(entry: FileSystemEntry, found: PickedFile[], depth: number): Promise<void> {
  if (found.length >= MOST_FILES) throw new Error(`The folder has more than ${MOST_FILES} files; open the model's own folder.`);
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    found.push({ path: entry.fullPath.replace(/^\//, ""), file });
  } else if (entry.isDirectory && depth < DEEPEST) {
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    for (;;) {
      // a hundred at a time, until there are none
      const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
      if (entries.length === 0) return;
      for (const child of entries) await collect(child, found, depth + 1);
    }
  }
}
