/** A list that keeps the focus after a click would take the page's keys for its own; who chose by key goes on by key. */
export function leaveListsChosenByPointer(container: HTMLElement): void {
  let byPointer = false;
  const note = ({ type }: Event): void => {
    byPointer = type === "pointerdown";
  };
  container.addEventListener("pointerdown", note, { capture: true });
  container.addEventListener("keydown", note, { capture: true });
  container.addEventListener("change", ({ target }) => {
    if (byPointer && target instanceof HTMLSelectElement) target.blur();
  });
}
