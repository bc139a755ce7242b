import type { LiveFile } from "./live-messages.ts";

/**
 * The page's script: every experiment with a live part gets a button. The engine, the drawing and the scene are loaded when it is pressed;
 * without scripts the recorded pictures stand there alone.
 */
for (const place of document.querySelectorAll<HTMLElement>(".live")) {
  const button = document.createElement("button");
  button.className = "start";
  button.textContent = "Run it here";
  button.addEventListener("click", () => void open(place, button));
  place.querySelector(".sentence")?.remove();
  place.append(button);
}

async function open(place: HTMLElement, button: HTMLButtonElement): Promise<void> {
  button.disabled = true;
  button.textContent = "Loading…";
  try {
    const [{ openPanel }, answer] = await Promise.all([import("./live-panel.ts"), fetch(place.dataset.live ?? "")]);
    if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
    const file = (await answer.json()) as LiveFile;
    button.remove();
    openPanel(place, file);
  } catch (error) {
    button.disabled = false;
    button.textContent = "Run it here";
    const sentence = document.createElement("p");
    sentence.className = "sentence";
    sentence.textContent = `It could not be loaded (${error instanceof Error ? error.message : error}): serve the page from a host, not from a file.`;
    place.querySelector(".sentence")?.remove();
    place.append(sentence);
  }
}
