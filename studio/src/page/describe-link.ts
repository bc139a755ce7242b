import type { SolverChoice } from "../commands.ts";
import { methodTitle } from "../engine.ts";
import type { LinkedSolver } from "../panel/solver-choice.ts";
import type { Link } from "./link.ts";
import type { SceneEntry } from "./scenes.ts";

/** How many of a link's meaningless parts are named, and how much of each [characters]. */
const LISTED_PARTS = 3;
const LISTED_LENGTH = 40;

/** What a link asked for in vain, in sentences; empty when all of it was understood. `own` is the scene's solver. */
export function describeLink(link: Link, { unknownMethod, ignored }: LinkedSolver, entry: SceneEntry, own: SolverChoice): string {
  const sentences: string[] = [];
  if (link.scene !== undefined && link.scene !== entry.name)
    sentences.push(`There is no scene called "${shorten(link.scene)}"; here is "${entry.title}".`);
  if (unknownMethod !== undefined) {
    sentences.push(`There is no method called "${shorten(unknownMethod)}"; the scene's own is used, ${methodTitle(own.method)}.`);
  }
  const parts = [...(link.ignored ?? []), ...ignored];
  const listed = parts.slice(0, LISTED_PARTS).map(shorten).join(", ") + (parts.length > LISTED_PARTS ? ", …" : "");
  if (parts.length > 0) sentences.push(`Left out of the link, because it fits nothing here: ${listed}.`);
  return sentences.join(" ");
}

/** Foreign text as far as a sentence has room for it. */
export function shorten(text: string): string {
  return text.length > LISTED_LENGTH ? `${text.slice(0, LISTED_LENGTH)}…` : text;
}
