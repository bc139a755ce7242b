/** Words of a page as plain text: links and code without their marks. */
export function plainText(words: string): string {
  return words
    .replace(/(?:, |; )?see \[[^\]]*\]\([^)]*\)/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll("\\|", "|")
    .replaceAll("`", "");
}
