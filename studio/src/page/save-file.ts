/** Lets the browser save a text, or bytes of their own type, under this name. */
export function saveFile(name: string, content: string | Blob): void {
  const url = URL.createObjectURL(typeof content === "string" ? new Blob([content], { type: "text/plain" }) : content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it by then; at once would be too early in some.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
