// The page of world-worker.test.ts: worlds in this thread and in a worker, what they show, and what they say to wrong input. Reports to its server,
// which may answer with the page to go to then.
import { createWorld, type WorldOptions } from "../../src/index.ts";

const mode = location.pathname.slice(1);
const worker = mode === "strict" ? "/drape-worker.js" : true;
const grid = { columns: 20, rows: 20, width: 1, height: 1, origin: [-0.5, 1, 0], v: [0, 0, 1] };

/** What a cloth that falls on a moving ball and is cut shows in the end. */
async function run(options: WorldOptions): Promise<number[]> {
  const world = await createWorld({ ...options, collision: { self: true } });
  const ball = await world.addCollider({ sphere: { center: [0, 0.5, 0.5], radius: 0.3 } });
  const sheet = await world.addCloth({ grid, fabric: "jersey" });
  const other = await world.addCloth({ grid: { ...grid, columns: 5, rows: 5, origin: [2, 1, 0] } });
  for (let frame = 0; frame < 30; frame++) {
    ball.place({ position: [0, 0.5 + 0.005 * frame, 0.5], quaternion: [0, 0, 0, 1] });
    world.update(1 / 60);
    await world.settle();
    if (frame === 15)
      await sheet.cutAlong(
        [
          [-0.6, sheet.positions[1], 0.5],
          [0.6, sheet.positions[1], 0.5],
        ],
        { reach: 0.5 },
      ); // prettier-ignore
  }
  const shown = [...sheet.positions, ...other.normals, ...ball.matrix, sheet.vertexCount];
  world.dispose();
  return shown;
}

async function describe(): Promise<object> {
  const here = await run({});
  const there = await run({ worker });
  const world = await createWorld({ worker, modules: ["/own.js"] });
  const refused = await world.addCloth({ grid: { ...grid, colums: 3 } as never }).catch((error: Error) => [error.name, error.message]);
  const sheet = await world.addCloth({ grid });
  for (let frame = 0; frame < 10; frame++) {
    world.update(1 / 60);
    await world.settle();
  }
  const risen = sheet.positions[1];
  world.dispose();
  const after = await sheet.set({ fabric: "silk" }).catch((error: Error) => error.message);
  const noModule = await createWorld({ worker, modules: ["/none.js"] }).catch((error: Error) => error.message);
  return {
    isIsolated: crossOriginIsolated,
    cut: here.at(-1),
    isSame: here.length === there.length && here.every((value, n) => value === there[n]),
    refused,
    risen,
    after,
    noModule,
  };
}

const report = await describe().catch((error: Error) => ({ error: `${error.message}\n${error.stack}` }));
const next = await (await fetch("/report", { method: "POST", body: JSON.stringify({ mode, ...report }) })).text();
if (next !== "") location.href = next;
