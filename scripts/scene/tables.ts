import type { Field, ObjectField } from "../../src/core/field.ts";
import { FABRIC_FIELDS } from "../../src/fabric/fabric-fields.ts";
import { FABRICS } from "../../src/fabric/fabrics.ts";
import { GARMENTS } from "../../src/garment/garments.ts";
import { describeDefault, describeKind, listObjects, wordsFor } from "./describe-field.ts";

const MARKED = /<!-- (fields of|every) (\w+) -->\n\n[\s\S]*?\n\n<!-- end -->/g;

/** The page with the tables between its marks written anew. */
export function writeTables(page: string, scene: Field): string {
  const objects = listObjects(scene);
  return page.replace(MARKED, (_, what: string, name: string) => {
    const rows = what === "every" ? CATALOGUES[name]?.() : fieldRows(name, objects.get(name));
    if (rows === undefined) throw new Error(`there is no table of ${name}`);
    return `<!-- ${what} ${name} -->\n\n${rows.map(writeRow).join("\n")}\n\n<!-- end -->`;
  });
}

/** Cells without words have one space; the line below the titles has none. */
function writeRow(cells: readonly string[]): string {
  return cells[0] === "---" ? `|${cells.join("|")}|` : `|${cells.map((cell) => (cell === "" ? " " : ` ${cell} `)).join("|")}|`;
}

function fieldRows(name: string, object: ObjectField | undefined): string[][] {
  if (object === undefined) throw new Error(`a scene has no ${name}`);
  const hasRanges = name === "Fabric";
  const titles = ["field", "type", "default", ...(hasRanges ? ["least", "most"] : []), "meaning"];
  const rows = Object.entries(object.fields).map(([key, field]) => {
    const words = wordsFor(name, key);
    const range = field.kind === "number" ? [String(field.min ?? ""), String(field.max ?? "")] : ["", ""];
    return [`\`${key}\``, words.type ?? describeKind(field), describeDefault(object, key), ...(hasRanges ? range : []), words.is];
  });
  return [titles, titles.map(() => "---"), ...rows];
}

const code = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(", ");

/** Tables of what the scene format has by name. */
const CATALOGUES: Readonly<Record<string, () => string[][]>> = {
  fabric: () => {
    const titles = ["preset", "", "values", ...FABRIC_FIELDS.map(({ name }) => name)];
    const rows = FABRICS.map((fabric) => [
      `\`${fabric.name}\``,
      fabric.title,
      fabric.measured ? "measured" : "typical",
      ...FABRIC_FIELDS.map(({ name }) => String(fabric[name])),
    ]);
    return [titles, titles.map(() => "---"), ...rows];
  },
  garment: () => {
    const rows = GARMENTS.map(({ name, summary, options, groups }) => {
      const own = options.map((option) => option.name).filter((option) => option !== "ease" && option !== "spacing");
      return [`\`${name}\``, summary, code(own), code(groups)];
    });
    return [["kind", "", "other options", "groups"], ["---", "---", "---", "---"], ...rows];
  },
};
