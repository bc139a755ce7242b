/** Lets the browser save a text under this name. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it by then; at once would be too early in some.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
