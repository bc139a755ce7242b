import { expect, test, vi } from "vitest";
import { CommandError, createClient, type WorkerPort } from "../../studio/src/client.ts";
import { type CommandMessage, type Event, type Frame, PROTOCOL_VERSION } from "../../studio/src/protocol.ts";

function connect() {
  const sent: CommandMessage[] = [];
  const port: WorkerPort = {
    postMessage: (message) => sent.push(message as CommandMessage),
    onmessage: null,
    onerror: null,
  };
  const listen = vi.fn();
  const client = createClient(port, listen);
  const say = (event: Event, version = PROTOCOL_VERSION): void => port.onmessage?.({ data: { ...event, version } } as MessageEvent);
  return { client, sent, say, listen, port };
}

function frame(time: number): Frame {
  return {
    revision: 1,
    time,
    steps: 0,
    positions: new Float32Array(3),
    normals: new Float32Array(3),
    poses: new Float32Array(0),
  };
}

const STATUS = { time: 1, steps: 2, playing: false, hash: 3 };

test("each command gets its own answer, whatever the order", async () => {
  const { client, sent, say } = connect();
  const first = client.send({ type: "play" });
  const second = client.send({ type: "step", count: 2 });
  expect(sent.map(({ version, type }) => [version, type])).toEqual([
    [PROTOCOL_VERSION, "play"],
    [PROTOCOL_VERSION, "step"],
  ]);
  expect(sent[0].id).not.toBe(sent[1].id);
  say({ type: "done", id: sent[1].id, status: STATUS });
  say({ type: "error", id: sent[0].id, kind: "input", message: "wrong" });
  await expect(second).resolves.toEqual(STATUS);
  await expect(first).rejects.toBeInstanceOf(CommandError);
  await expect(first).rejects.toMatchObject({ kind: "input", message: "wrong" });
});

test("aborting sends a cancel that names the command, and nothing after its answer", () => {
  const { client, sent, say } = connect();
  const early = new AbortController();
  const late = new AbortController();
  client.send({ type: "step", count: 9 }, early.signal).catch(() => undefined);
  client.send({ type: "play" }, late.signal).catch(() => undefined);
  early.abort();
  expect(sent[2]).toMatchObject({ type: "cancel", command: sent[0].id });
  say({ type: "done", id: sent[1].id, status: STATUS });
  late.abort();
  expect(sent).toHaveLength(3);
});

test("only the newest frame is drawn; the others go back at once", () => {
  const { client, sent, say } = connect();
  expect(client.takeFrame()).toBeUndefined();
  const [a, b] = [frame(1), frame(2)];
  say({ type: "state", frame: a });
  say({ type: "state", frame: b });
  expect(sent).toMatchObject([{ type: "recycle", positions: a.positions, normals: a.normals }]);
  expect(client.takeFrame()).toBe(b);
  expect(client.takeFrame()).toBeUndefined();
  client.recycle(b);
  expect(sent[1]).toMatchObject({ type: "recycle", positions: b.positions });
});

test("another version of the protocol is a sentence, and the message is not believed", () => {
  const { client, say, listen } = connect();
  say({ type: "state", frame: frame(1) }, PROTOCOL_VERSION + 1);
  expect(client.takeFrame()).toBeUndefined();
  expect(listen).toHaveBeenCalledWith(expect.objectContaining({ type: "error", kind: "protocol" }));
  expect(listen.mock.calls[0][0].message).toMatch(
    new RegExp(`version ${PROTOCOL_VERSION + 1} .* version ${PROTOCOL_VERSION}; reload the page\\.$`),
  );
});

test("a worker that dies is a sentence", () => {
  const { port, listen } = connect();
  port.onerror?.({ message: "" } as ErrorEvent);
  expect(listen.mock.calls[0][0]).toMatchObject({ type: "error", id: null, kind: "internal" });
});
