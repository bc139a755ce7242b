/** The strip that tells of trouble in a sentence and offers ways out. Foreign text is only ever text, never markup. */
export interface Banner {
  /** Without `actions` the only way out is to close it. */
  show(sentence: string, actions?: readonly BannerAction[]): void;
  hide(): void;
}

export interface BannerAction {
  readonly label: string;
  run(): void;
}

export const reloadAction: BannerAction = { label: "Reload the page", run: () => location.reload() };

export function createBanner(root: HTMLElement, text: HTMLElement, buttons: HTMLElement): Banner {
  function hide(): void {
    root.hidden = true;
    text.textContent = "";
    buttons.replaceChildren();
  }
  return {
    show(sentence, actions = [{ label: "Close", run: hide }]) {
      text.textContent = sentence;
      buttons.replaceChildren(
        ...actions.map(({ label, run }, index) => {
          const button = document.createElement("button");
          button.type = "button";
          button.textContent = label;
          if (index === 0) button.className = "primary";
          button.addEventListener("click", run);
          return button;
        }),
      );
      root.hidden = false;
    },
    hide,
  };
}

/** What the blow-up banner says: when it happened, why, and what to do. */
export function describeBlowUp(method: string, timestep: number, step?: number, time?: number): string {
  const when = step === undefined || time === undefined ? "" : ` at step ${step} (t = ${Number(time.toFixed(4))} s)`;
  return `${method} became unstable${when}: its numbers left every bound. The time step of ${Number(timestep.toPrecision(3))} s is too large for this cloth with this method. Take a smaller step or an implicit method, then reset.`;
}
