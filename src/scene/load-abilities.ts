import { prepareContact } from "../contact/contact.ts";
import { readChoice, readList } from "../core/read.ts";
import { type Abilities, type Refused, stepAlone } from "../sim/abilities.ts";
import { createBodies } from "../sim/bodies.ts";
import { createBodyPins } from "../sim/body-pins.ts";
import type { SimulationSetup } from "../sim/setup.ts";
import type { AbilityNeeds } from "./build-setup.ts";
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

/** The code of these abilities, of all without, and the bodies as an inspection sees them. */
export async function loadAbilities(
  asked: readonly Ability[] = ABILITIES,
  { holds, cuts, specs, colliders }: AbilityNeeds,
): Promise<Pick<SimulationSetup, "abilities" | "inspected">> {
  const names = readList(asked, "abilities").map((name, n) => readChoice(name, `abilities[${n}]`, ABILITIES));
  const [holders, edits, toys, measures, looks] = await Promise.all([
    holds ? ROOMS.holders() : undefined,
    cuts || names.includes("cut") ? ROOMS.edits() : undefined,
    names.includes("throw") || names.includes("blow") ? ROOMS.toys() : undefined,
    names.includes("measure") ? ROOMS.measures() : undefined,
    names.includes("inspect") || names.includes("view") ? ROOMS.looks() : undefined,
  ]);
  const abilities: Abilities = {
    ...REFUSING,
    createBodies,
    createBodyPins,
    prepareContact,
    ...(holders && { createLeashes: holders.createLeashes, createAnchors: holders.createAnchors }),
    ...(toys && { copyJet: toys.copyJet, jetTerm: toys.jetTerm, createFlight: toys.createFlight }),
    ...(measures && { measureState: measures.measureState, renumberMatrix: measures.renumberMatrix }),
    ...(looks && { createInspector: looks.createInspector, createSights: looks.createSights }),
    ...(edits && { editing: edits.EDITING }),
  };
  return { abilities, inspected: looks?.inspectedBodies(specs, colliders) ?? [] };
}
