import { readChoice, readList } from "../core/read.ts";
import { type Abilities, type Refused, stepAlone } from "../sim/abilities.ts";
import { createBodies } from "../sim/bodies.ts";
import { ROOMS } from "./rooms.ts";

/**
 * What a simulation can do besides stepping and meeting what the scene has, each with code of its own: `edit.cut` and `edit.removeSprings`,
 * `bodies.throwBall`, `setJet`, `view.measure` and `view.matrix`, `view.inspect`, and the fields, springs, boxes and intersections of `view`.
 */
export type Ability = (typeof ABILITIES)[number];

export const ABILITIES = ["cut", "throw", "blow", "measure", "inspect", "view"] as const;

/** What has the code of which ability. */
const ABILITY_OF: Readonly<Partial<Record<Refused, Ability>>> = {
  ball: "throw",
  blow: "blow",
  measure: "measure",
  inspect: "inspect",
  view: "view",
};

const REFUSING = stepAlone(
  (what) => `the simulation was made without it; name ${JSON.stringify(ABILITY_OF[what] ?? "cut")} among its abilities`,
);

/** What a scene needs of them, whatever is asked for. */
export interface AbilityNeeds {
  /** It has bodies, or cloth that meets itself. */
  readonly meets: boolean;
  /** Something is leashed or tethered. */
  readonly leashes: boolean;
  /** It has events that cut, or cloth that tears. */
  readonly cuts: boolean;
}

/** The code of these abilities; of all without. */
export async function loadAbilities(asked: readonly Ability[] = ABILITIES, { meets, leashes, cuts }: AbilityNeeds): Promise<Abilities> {
  const names = readList(asked, "abilities").map((name, n) => readChoice(name, `abilities[${n}]`, ABILITIES));
  const [contact, holders, edits, toys, measures, looks] = await Promise.all([
    meets || names.includes("throw") ? ROOMS.contact() : undefined,
    leashes ? ROOMS.holders() : undefined,
    cuts || names.includes("cut") ? ROOMS.edits() : undefined,
    names.includes("throw") || names.includes("blow") ? ROOMS.toys() : undefined,
    names.includes("measure") ? ROOMS.measures() : undefined,
    isLookedAt(names) ? ROOMS.looks() : undefined,
  ]);
  return {
    ...REFUSING,
    createBodies,
    ...(contact && { prepareContact: contact.prepareContact }),
    ...(holders && { createLeashes: holders.createLeashes }),
    ...(toys && { copyJet: toys.copyJet, jetTerm: toys.jetTerm, createFlight: toys.createFlight }),
    ...(measures && { measureState: measures.measureState, renumberMatrix: measures.renumberMatrix }),
    ...(looks && { createInspector: looks.createInspector, createSights: looks.createSights }),
    ...(edits && { editing: edits.EDITING }),
  };
}

/** Whether something shows or judges the state. */
export function isLookedAt(names: readonly Ability[] = ABILITIES): boolean {
  return names.includes("inspect") || names.includes("view");
}
