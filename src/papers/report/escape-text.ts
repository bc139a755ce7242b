const NAMES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text as it may stand in HTML or SVG, between tags or in an attribute. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => NAMES[character]);
}
