import type { Engine } from "./engine.ts";
import type { Host, HostNews } from "./host.ts";

/** An engine in this thread. What is asked of it is done at once; changes that must load something take their turn. */
export function createLocalHost(engine: Engine, news: HostNews): Host {
  let last: Promise<unknown> = Promise.resolve();

  /** One after another: a change builds on the one before it. */
  function inTurn<T>(work: () => Promise<T> | T): Promise<T> {
    const turn = last.then(work, work);
    last = turn;
    return turn;
  }

  function update(seconds: number, maxSteps: number, onStep?: (time: number) => void): void {
    const report = engine.update(seconds, maxSteps, onStep);
    news.meshes(report.meshes);
    for (const cloth of report.moved) {
      const arrays = news.arraysOf(cloth);
      if (arrays?.positions.length === 3 * engine.describe(cloth).vertexCount) engine.read(cloth, arrays);
    }
    news.frame(report, engine.places(), engine.show()?.value);
  }

  return {
    isWorker: false,
    change: (changes) => inTurn(() => engine.change(changes)),
    load: (scene) => inTurn(() => engine.load(scene)),
    step: (count) => inTurn(() => engine.step(count)),
    ask: (question) => inTurn(async () => (await engine.ask(question))?.value),
    tell(told) {
      const awaited = engine.tell(told);
      if (awaited !== undefined) inTurn(() => awaited);
    },
    update,
    show: async () => update(0, 1),
    async cut(cloth, edges) {
      const { cut } = engine.cuts ?? (await inTurn(engine.loadCuts));
      const meshes = cut(cloth, edges);
      news.meshes(meshes instanceof Promise ? await meshes : meshes);
      return [];
    },
    async cutAlong(cloth, path, reach) {
      const { cutAlong } = engine.cuts ?? (await inTurn(engine.loadCuts));
      const cut = cutAlong(cloth, path, reach);
      const { edges, meshes } = cut instanceof Promise ? await cut : cut;
      news.meshes(meshes);
      return { edges, meshes: [] };
    },
    reset: () => inTurn(() => engine.reset()),
    watchContacts: () => engine.watchContacts(),
    async settle() {
      await last.catch(() => {});
    },
    dispose() {
      engine.dispose();
      last.then(engine.dispose, engine.dispose); // what a change in progress has made
    },
  };
}
