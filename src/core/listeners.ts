import { describeValue, InputError } from "./errors.ts";

/** Who wants to hear of what happens. `Events` has what listeners of each event are told. */
export interface Listeners<Events> {
  /** Has `listener` called at every `event`; returns the function that ends it. */
  on<E extends keyof Events>(event: E, listener: (detail: Events[E]) => void): () => void;
  /** Calls all listeners of an event. An error of one keeps no other from hearing; the first is thrown when all have been called. */
  tell<E extends keyof Events>(event: E, detail: Events[E]): void;
}

export function createListeners<Events>(names: readonly (keyof Events & string)[]): Listeners<Events> {
  const lists = new Map<keyof Events, ((detail: never) => void)[]>(names.map((name) => [name, []]));
  return {
    on(event, listener) {
      const list = lists.get(event);
      if (list === undefined) throw new InputError("event", describeValue(event), `give one of ${names.join(", ")}`);
      if (typeof listener !== "function") throw new InputError("listener", describeValue(listener), "give a function");
      const own = (detail: never) => listener(detail); // the same listener may come twice, and end once
      lists.set(event, [...list, own]);
      return () => {
        lists.set(event, lists.get(event)?.filter((one) => one !== own) ?? []);
      };
    },
    tell(event, detail) {
      const errors: unknown[] = [];
      for (const listener of lists.get(event) ?? []) {
        try {
          listener(detail as never);
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0) throw errors[0];
    },
  };
}
