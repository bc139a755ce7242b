import { CommandError, createClient, type OpenWorld, type SimulationClient } from "../client.ts";
import type { FabricChoice } from "./fabric-choice.ts";
import { type FabricTests, makeFabricTests, TEST_STEPS } from "./fabric-tests.ts";

/** Runs the tests of a fabric in a worker of its own, beside the scene's, for as long as somebody looks. */
export interface TestRunner {
  /** Starts over with this fabric; what ran before is given up. */
  run(choice: FabricChoice): void;
  /** Ends the worker. */
  stop(): void;
}

export interface TestListener {
  /** The cloth after some more steps; `rested` after the last of them. */
  frame(tests: FabricTests, positions: Float32Array, triangles: Uint32Array, rested: boolean): void;
  trouble(sentence: string): void;
}

/** Steps between two pictures: with a picture each 1/30 s the cloth falls as fast as it would. */
const STEPS_A_FRAME = 2;

export function createTestRunner(open: OpenWorld, listener: TestListener): TestRunner {
  let client: SimulationClient | undefined;
  let triangles: Uint32Array = new Uint32Array(0);
  /** Counts the runs; one that finds another number has been given up. */
  let latest = 0;

  function connect(): SimulationClient {
    if (client !== undefined) return client;
    client = createClient(open, (event) => {
      if (event.type === "topology") triangles = event.topology.triangles;
      else if (event.type === "error") listener.trouble(event.message);
    });
    return client;
  }

  async function run(choice: FabricChoice): Promise<void> {
    latest++;
    const mine = latest;
    const tests = makeFabricTests(choice);
    const current = connect();
    const show = (rested: boolean): void => {
      const frame = current.takeFrame();
      if (frame === undefined) return;
      listener.frame(tests, frame.positions, triangles, rested);
    };
    try {
      await current.send({ type: "load", scene: tests.scene, meshes: {} });
      for (let steps = 0; steps < TEST_STEPS; steps += STEPS_A_FRAME) {
        await nextPicture();
        if (mine !== latest) return;
        await current.send({ type: "step", count: STEPS_A_FRAME });
        if (mine !== latest) return;
        show(steps + STEPS_A_FRAME >= TEST_STEPS);
      }
    } catch (error) {
      if (mine === latest && error instanceof CommandError) listener.trouble(error.message);
      else if (mine === latest) throw error;
    }
  }

  return {
    run: (choice) => void run(choice),
    stop() {
      latest++;
      client?.close();
      client = undefined;
    },
  };
}

/** In a hidden tab there is none. */
function nextPicture(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}
