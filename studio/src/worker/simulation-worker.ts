/** The worker's entry: hands messages to the session and its events to the page. */
import { type CommandMessage, PROTOCOL_VERSION } from "../protocol.ts";
import { createSession } from "./session.ts";

const scope = globalThis as unknown as DedicatedWorkerGlobalScope;

const session = createSession((event, transfer = []) => {
  scope.postMessage({ ...event, version: PROTOCOL_VERSION }, transfer);
});

scope.onmessage = (message: MessageEvent<CommandMessage>): void => session.accept(message.data);
