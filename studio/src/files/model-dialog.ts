import { askBy, makeChoice, makeDialog, makeParagraph } from "./dialog-parts.ts";

/** Asks which of several models that were opened together is meant, by its path. Resolves with undefined where the person thinks better of it. */
export async function askWhichModel(paths: readonly string[]): Promise<string | undefined> {
  const model = makeChoice(
    "Model",
    paths.map((path) => [path, path] as const),
  );
  const dialog = makeDialog("Which one?", makeParagraph(`${paths.length.toLocaleString("en")} of these files can be opened.`), model.row);
  return (await askBy(dialog, model.select)) ? model.select.value : undefined;
}
