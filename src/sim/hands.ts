/**
 * The ways of hands that hold vertices. A hand is told where to be; without `depart` it is there at the end of the next step, after it the
 * steps that follow go their part of the straight way there.
 */
export interface Hands {
  /** Tells the hand of a vertex to go on from where it was told to be, at `target[3 vertex..]`; call it before that changes. */
  tell(vertex: number): void;
  /** A hand takes a vertex at a place, three numbers. */
  take(vertex: number, from: Float64Array): void;
  letGo(vertex: number): void;
  depart(): void;
  /** The step was committed. */
  arrive(): void;
  /** Finds where each hand on its way is when it has gone `way` of it, and the velocity [m/s] that takes its vertex of `x` there in h seconds. */
  begin(way: number, x: Float64Array, h: number, v: Float64Array): void;
  /** Puts the vertices of `x` of hands on their way there. */
  finish(x: Float64Array): void;
  save(): HandMemory;
  load(memory: HandMemory): void;
}

/** The vertices whose hands are on their way or about to depart, where each way starts, and which of both it is. */
export interface HandMemory {
  readonly vertices: Uint32Array;
  readonly from: Float64Array;
  readonly departed: Uint8Array;
}

interface Hand {
  readonly vertex: number;
  readonly from: Float64Array;
  /** Where it is at the end of the step. */
  readonly place: Float64Array;
  phase: "there" | "told" | "departed";
}

/** `target` has the place, three numbers a vertex, that each hand was told last. */
export function createHands(target: Float64Array): Hands {
  const hands = new Map<number, Hand>();
  let list: Hand[] = [];
  let isUnderway = false;
  function add(vertex: number, phase: Hand["phase"], from: Float64Array): void {
    const hand: Hand = { vertex, phase, from: from.slice(), place: new Float64Array(3) };
    hands.set(vertex, hand);
    list.push(hand);
  }
  return {
    take: (vertex, from) => add(vertex, "told", from),
    tell(vertex) {
      const hand = hands.get(vertex);
      if (hand === undefined) return add(vertex, "told", target.subarray(3 * vertex, 3 * vertex + 3));
      if (hand.phase !== "told") for (let c = 0; c < 3; c++) hand.from[c] = target[3 * vertex + c];
      hand.phase = "told";
    },
    letGo(vertex) {
      if (hands.delete(vertex)) list = [...hands.values()];
    },
    depart() {
      for (let k = 0; k < list.length; k++) list[k].phase = list[k].phase === "told" ? "departed" : "there";
    },
    arrive() {
      for (let k = 0; k < list.length; k++) if (list[k].phase === "told") list[k].phase = "there";
    },
    begin(way, x, h, v) {
      isUnderway = way < 1;
      for (let k = 0; k < list.length && isUnderway; k++) {
        const { phase, vertex, from, place } = list[k];
        if (phase !== "departed") continue;
        for (let c = 0; c < 3; c++) {
          const at = 3 * vertex + c;
          place[c] = from[c] + way * (target[at] - from[c]);
          v[at] = (place[c] - x[at]) / h;
        }
      }
    },
    finish(x) {
      for (let k = 0; k < list.length && isUnderway; k++) {
        const { phase, vertex, place } = list[k];
        if (phase === "departed") for (let c = 0; c < 3; c++) x[3 * vertex + c] = place[c];
      }
    },
    save() {
      const busy = list.filter(({ phase }) => phase !== "there");
      return {
        vertices: Uint32Array.from(busy, ({ vertex }) => vertex),
        from: Float64Array.from(busy.flatMap(({ from }) => [...from])),
        departed: Uint8Array.from(busy, ({ phase }) => (phase === "departed" ? 1 : 0)),
      };
    },
    load({ vertices, from, departed }) {
      hands.clear();
      list = [];
      vertices.forEach((vertex, k) => {
        add(vertex, departed[k] === 1 ? "departed" : "told", from.subarray(3 * k, 3 * k + 3));
      });
    },
  };
}
