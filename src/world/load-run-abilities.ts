import { prepareContact } from "../contact/contact.ts";
import type { AbilityNeeds } from "../scene/build-setup.ts";
import { ROOMS } from "../scene/rooms.ts";
import { createBodyPins } from "../sim/body-pins.ts";
import type { RunSetup } from "../sim/setup.ts";

/** What the scenes of a world need to step; the code of cuts comes with the first cut of one that does not tear. */
export async function loadRunAbilities({ holds, cuts }: AbilityNeeds): Promise<Pick<RunSetup, "abilities">> {
  const [holders, edits] = await Promise.all([holds ? ROOMS.holders() : undefined, cuts ? ROOMS.edits() : undefined]);
  return {
    abilities: {
      prepareContact,
      createLeashes: holders?.createLeashes ?? miss,
      createAnchors: holders?.createAnchors,
      createBodyPins,
      editing: edits?.EDITING ?? {
        edit: miss,
        replay: miss,
        readCut: miss,
        readRemoval: miss,
        tear: miss,
        createGradualCuts: miss,
      },
    },
  };
}

function miss(): never {
  throw new Error("code that was not asked for is not there");
}
