import { readPlotColours } from "../page/theme.ts";
import { addCaptionedCanvas } from "../panel/captioned-canvas.ts";
import { openWorld } from "../worker/open-world.ts";
import { drawBend, drawDrape, type TestColours } from "./draw-tests.ts";
import { type FabricChoice, sameFabric } from "./fabric-choice.ts";
import { lookOf } from "./fabric-looks.ts";
import { type FabricTests, measureFabric } from "./fabric-tests.ts";
import { createTestRunner } from "./test-runner.ts";

/** Two small live pictures of a fabric: how it drapes over a plate, and how it bends over an edge, each with its number. */
export interface TestView {
  /** Runs the tests of this fabric, unless they are the ones shown. */
  open(choice: FabricChoice): void;
  close(): void;
  redraw(): void;
}

/** Pictures between two numbers while the cloth still falls. */
const NUMBER_INTERVAL = 6;

export function createTestView(root: HTMLElement): TestView {
  const box = document.createElement("div");
  box.className = "tests";
  root.append(box);
  const drape = addCaptionedCanvas(box, "Drape test");
  const bend = addCaptionedCanvas(box, "Bend test");
  for (const { canvas } of [drape, bend]) canvas.className = "test-picture";
  const words = document.createElement("p");
  words.setAttribute("role", "status");
  root.append(words);
  let running: FabricChoice | undefined;
  let last: { tests: FabricTests; positions: Float32Array; triangles: Uint32Array } | undefined;
  let pictures = 0;

  const runner = createTestRunner(openWorld, {
    frame(tests, positions, triangles, rested) {
      last = { tests, positions: positions.slice(), triangles };
      redraw();
      box.dataset.rested = String(rested);
      if (rested || pictures++ % NUMBER_INTERVAL === 0) tell(rested);
    },
    trouble(sentence) {
      words.textContent = `The tests stopped: ${sentence} Choose the fabric again.`;
    },
  });

  function redraw(): void {
    if (last === undefined || running === undefined) return;
    const colours = readColours(running.base);
    drawDrape(drape.canvas, last.tests, last.positions, last.triangles, colours);
    drawBend(bend.canvas, last.tests, last.positions, colours);
  }

  function tell(rested: boolean): void {
    if (last === undefined) return;
    const found = measureFabric(last.tests, last.positions, last.triangles);
    const [coefficient, length] = [`${found.drape.toFixed(0)} %`, `${found.bendingLength.toFixed(2)} cm`];
    drape.caption.textContent = `Drape ${coefficient}`;
    bend.caption.textContent = `Bending length ${length}`;
    drape.canvas.ariaLabel = `Drape test from above: ${coefficient} of the free cloth is still in the shadow`;
    bend.canvas.ariaLabel = `Bend test from the side: a bending length of ${length}`;
    words.textContent = rested ? "" : "…";
  }

  return {
    open(choice) {
      if (sameFabric(choice, running)) return;
      running = choice;
      pictures = 0;
      box.dataset.rested = "false";
      runner.run(choice);
    },
    close() {
      if (running === undefined) return;
      running = undefined;
      last = undefined;
      runner.stop();
    },
    redraw,
  };
}

function readColours(fabric: string): TestColours {
  const colour = readPlotColours();
  return { muted: colour("muted"), line: colour("well-hover"), cloth: lookOf(fabric).colours[0][0] };
}
