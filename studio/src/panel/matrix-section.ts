import type { MethodInfo } from "drape";
import { ORDERINGS, type Ordering } from "drape/inspect";
import type { GUI } from "lil-gui";
import type { MatrixView } from "../commands.ts";
import { addCaptionedCanvas } from "./captioned-canvas.ts";
import { describeCounts, describeNoMatrix, describeOrdering, formatCount, orderingTitle } from "./matrix-words.ts";
import { drawSpy } from "./spy-image.ts";

/** The panel's folder with the system matrix and its factor, side by side as in [Choi13, fig. 7.1–7.6], and the fill of each ordering. */
export interface MatrixSection {
  /** The simulation or its cloth has changed; `ordering` is the one its method factors in, if it factors. */
  renew(ordering: unknown): void;
  show(view: MatrixView): void;
}

export interface MatrixActions {
  /** Asks for a picture, which comes to `show` before this resolves; false when it failed. */
  requestMatrix(ordering: Ordering, size: number): Promise<boolean>;
  saveMatrix(): void;
}

/** Most pixels a side of a picture. */
const LARGEST = 512;

export function createMatrixSection(gui: GUI, methods: readonly MethodInfo[], { requestMatrix, saveMatrix }: MatrixActions): MatrixSection {
  const folder = gui.addFolder("Matrix").close();
  const settings = { ordering: "auto" as Ordering, saveMatrix };
  const titles = Object.fromEntries(ORDERINGS.map((name) => [orderingTitle(name), name]));
  const list = folder.add(settings, "ordering", titles).name("ordering shown").onChange(showChosen);
  const root = document.createElement("div");
  root.className = "matrix";
  folder.$children.append(root);
  const pictures = document.createElement("div");
  pictures.className = "pictures";
  const [matrix, factor] = ["Matrix", "Factor L"].map((caption) => addCaptionedCanvas(pictures, caption).canvas);
  const words = document.createElement("p");
  words.setAttribute("role", "status");
  const table = document.createElement("table");
  root.append(pictures, words, table);
  const save = folder.add(settings, "saveMatrix").name("Save matrix (.mtx)");

  const known = new Map<Ordering, MatrixView>();
  let own: unknown;
  let ready = false;
  let absent = false;
  let asking = false;

  folder.onOpenClose(() => void ask());
  setAbsent(false);

  /** Asks for the chosen picture first and for the others after it, one at a time, so that the worker can step in between. */
  async function ask(): Promise<void> {
    if (asking) return;
    asking = true;
    for (let next = missing(); next !== undefined; next = missing()) {
      if (!(await requestMatrix(next, pictureSize()))) break;
    }
    asking = false;
  }

  function missing(): Ordering | undefined {
    if (!ready || absent || folder._closed) return undefined;
    return [settings.ordering, ...ORDERINGS].find((ordering) => !known.has(ordering));
  }

  function pictureSize(): number {
    return Math.min(LARGEST, Math.round(matrix.clientWidth * devicePixelRatio) || LARGEST);
  }

  function setAbsent(now: boolean): void {
    absent = now;
    for (const element of [pictures, table]) element.hidden = now;
    list.show(!now);
    save.show(!now);
    if (now) words.textContent = describeNoMatrix(methods);
  }

  function showChosen(): void {
    const view = known.get(settings.ordering);
    showTable();
    if (view?.spy === undefined) return void ask();
    const { spy } = view;
    const { rowCount, size } = spy;
    drawSpy(matrix, spy.matrix, rowCount, size);
    drawSpy(factor, spy.factor, rowCount, size);
    words.textContent = describeCounts(view, spy);
    const where = `${formatCount(rowCount)} rows in the order ${describeOrdering(view)}`;
    matrix.ariaLabel = `The system matrix: ${formatCount(spy.matrixEntries)} non-zeros, ${where}`;
    factor.ariaLabel = `Its Cholesky factor: ${formatCount(spy.factorEntries)} non-zeros, ${where}`;
  }

  /** The factor's size in each ordering but auto, which is one of the others. */
  function showTable(): void {
    const chosen = known.get(settings.ordering)?.spy?.ordering ?? settings.ordering;
    const best = known.get("auto")?.spy?.ordering;
    const entries = [...known.values()].map(({ spy }) => spy?.factorEntries ?? 0);
    const largest = Math.max(1, ...entries);
    const caption = document.createElement("caption");
    caption.textContent = "Non-zeros of the factor by ordering";
    const body = document.createElement("tbody");
    for (const ordering of ORDERINGS) {
      if (ordering === "auto") continue;
      const row = body.insertRow();
      const name = document.createElement("th");
      name.scope = "row";
      name.textContent = orderingTitle(ordering) + (ordering === best ? " (auto)" : "");
      const count = known.get(ordering)?.spy?.factorEntries;
      const cell = document.createElement("td");
      cell.textContent = count === undefined ? "…" : formatCount(count);
      cell.style.setProperty("--share", String((count ?? 0) / largest));
      if (ordering === chosen) row.setAttribute("aria-current", "true");
      row.append(name, cell);
    }
    table.replaceChildren(caption, body);
  }

  return {
    renew(ordering) {
      ready = true;
      known.clear();
      if (ordering !== own && isOrdering(ordering)) {
        settings.ordering = ordering;
        list.updateDisplay();
      }
      own = ordering;
      absent = false;
      void ask();
    },
    show(view) {
      const { ordering, spy } = view;
      if (spy === undefined) return setAbsent(true);
      setAbsent(false);
      known.set(ordering, view);
      if (isOrdering(spy.ordering)) known.set(spy.ordering, { ordering: spy.ordering, spy });
      if (ordering === settings.ordering) showChosen();
      else showTable();
    },
  };
}

function isOrdering(value: unknown): value is Ordering {
  return ORDERINGS.some((ordering) => ordering === value);
}
