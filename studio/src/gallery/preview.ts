import type { Scene, SolverInput } from "drape";
import { createClient, type SimulationClient } from "../client.ts";
import type { SimulationEvent, Topology } from "../commands.ts";
import { readScene } from "../engine.ts";
import { ownFabrics } from "../fabric/fabric-choice.ts";
import { loadMeshes } from "../page/scenes.ts";
import { ownSolver, readLinkedSolver } from "../panel/solver-choice.ts";
import { createClothView } from "../stage/cloth-view.ts";
import { createScenery } from "../stage/scenery.ts";
import { createStage } from "../stage/stage.ts";
import { openWorld } from "../worker/open-world.ts";
import type { Exhibit } from "./groups.ts";

/** One canvas for all cards of the gallery: it goes to the card that is looked at and plays its scene there. */
export interface Preview {
  /** Puts the canvas into a card's picture and plays the scene, from the start and over again; what played before ends. */
  play(exhibit: Exhibit, picture: HTMLElement): void;
  /** Ends what plays, its worker included, and takes the canvas away. */
  stop(): void;
  setDark(dark: boolean): void;
  /** Stops and gives the graphics memory back. */
  dispose(): void;
}

/** A scene is over after this long at the latest; one that lasts longer is played faster [s]. */
const LONGEST = 10;

/** A scene that plays, or is about to. */
interface Run {
  readonly picture: HTMLElement;
  stop(): void;
}

export function createPreview(): Preview {
  const canvas = document.createElement("canvas");
  canvas.setAttribute("aria-hidden", "true");
  const stage = createStage(canvas, true);
  const cloth = createClothView(stage.maxAnisotropy);
  const scenery = createScenery(stage);
  stage.scene.add(cloth.object);
  let current: Run | undefined;

  function stop(): void {
    current?.stop();
    current?.picture.removeAttribute("data-alive");
    current = undefined;
    canvas.remove();
  }

  function run({ entry, link }: Exhibit, picture: HTMLElement): Run {
    const client = createClient(openWorld, receive);
    let scene: Scene | undefined;
    let topology: Topology | undefined;
    let request = requestAnimationFrame(nextFrame);

    function receive(event: SimulationEvent): void {
      if (event.type === "ready") load().catch(giveUp);
      else if (event.type === "error") giveUp();
      else if (event.type === "topology" && scene !== undefined) {
        topology = event.topology;
        cloth.setTopology(topology);
        if (topology.start !== undefined) scenery.set(topology.start, topology, scene);
      }
    }

    async function load(): Promise<void> {
      const input = await entry.load();
      scene = await readScene(input);
      const { solver } = readLinkedSolver(link, ownSolver(input));
      cloth.setFabrics(ownFabrics(input).map((choice) => choice?.base ?? ""));
      await client.send({ type: "load", scene: { ...input, solver: solver as SolverInput }, meshes: await loadMeshes(scene) });
      await client.send({ type: "speed", factor: Math.max(1, scene.duration / LONGEST) });
      await client.send({ type: "play" });
    }

    /** The card keeps its picture; the scene itself will tell what is wrong with it. */
    function giveUp(): void {
      if (current?.picture === picture) stop();
    }

    function nextFrame(): void {
      request = requestAnimationFrame(nextFrame);
      takeFrame(client);
      if (stage.prepare()) stage.draw();
    }

    function takeFrame({ takeFrame, send }: SimulationClient): void {
      const frame = takeFrame();
      if (frame === undefined) return;
      if (frame.revision === topology?.revision && scenery.canShow(frame.positions)) {
        cloth.setFrame(frame);
        scenery.setFrame(frame);
        scenery.follow(frame.time);
        stage.invalidate();
        picture.dataset.alive = entry.name;
      }
      if (scene !== undefined && frame.time >= scene.duration) send({ type: "reset" }).catch(giveUp);
    }

    return {
      picture,
      stop() {
        cancelAnimationFrame(request);
        client.close();
      },
    };
  }

  return {
    stop,
    play(exhibit, picture) {
      stop();
      picture.append(canvas);
      current = run(exhibit, picture);
    },
    setDark(dark) {
      stage.setDark(dark);
      scenery.setDark(dark);
    },
    dispose() {
      stop();
      stage.dispose();
    },
  };
}
