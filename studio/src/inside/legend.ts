import { FIELDS, type FieldName } from "drape";
import { cssColourAt, isSigned } from "./colour-scale.ts";

/** The scale of the colours: what they are, from where to where, in which unit. */
export interface Legend {
  /** null: there is none. */
  show(field: FieldName | null, limit: number): void;
}

const STOPS = 9;

export function createLegend(parent: HTMLElement): Legend {
  const root = document.createElement("div");
  root.id = "color-legend";
  root.hidden = true;
  const title = document.createElement("p");
  const bar = document.createElement("div");
  bar.className = "scale";
  const ends = document.createElement("p");
  ends.className = "ends";
  root.append(title, bar, ends);
  parent.append(root);
  let written = "";

  return {
    show(field, limit) {
      const wanted = `${field} ${limit}`;
      if (wanted === written) return;
      written = wanted;
      root.hidden = field === null || limit === 0;
      if (field === null || limit === 0) return;
      const info = FIELDS.find(({ name }) => name === field);
      title.textContent = `${field[0].toUpperCase()}${field.slice(1)}`;
      root.title = info?.summary ?? "";
      const stops = Array.from({ length: STOPS }, (_, k) => cssColourAt(field, k / (STOPS - 1)));
      bar.style.background = `linear-gradient(to right, ${stops.join(", ")})`;
      const low = isSigned(field) ? -limit : 0;
      ends.replaceChildren(...[low, (low + limit) / 2, limit].map((value) => writeEnd(field, value, info?.unit ?? "")));
    },
  };
}

/** Ratios are shown in per cent. */
function writeEnd(field: FieldName, value: number, unit: string): HTMLSpanElement {
  const end = document.createElement("span");
  const number = Number(((field === "strain" ? 100 : 1) * value).toPrecision(3));
  end.textContent = `${number === 0 ? 0 : String(number).replace("-", "−")} ${field === "strain" ? "%" : unit}`;
  return end;
}
