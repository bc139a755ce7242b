import { prepareNoContact } from "../contact/no-contact.ts";
import type { AbilityNeeds } from "../scene/build-setup.ts";
import { ROOMS } from "../scene/rooms.ts";
import { createBodyPins } from "../sim/body-pins.ts";
import type { RunSetup } from "../sim/setup.ts";

/** What the scenes of a world need to step; the code of cuts comes with the first cut of one that does not tear. */
export async function loadRunAbilities({ meets, holds, cuts }: AbilityNeeds): Promise<Pick<RunSetup, "abilities">> {
  const [contact, holders, edits] = await Promise.all([
    meets ? ROOMS.contact() : undefined,
    holds ? ROOMS.holders() : undefined,
    cuts ? ROOMS.edits() : undefined,
  ]);
  return {
    abilities: {
      prepareContact: contact?.prepareContact ?? prepareNoContact,
      createLeashes: holders?.createLeashes ?? miss,
      createAnchors: holders?.createAnchors,
      createBodyPins,
      editing: edits?.EDITING ?? {
        edit: miss,
        replay: miss,
        readCut: miss,
        readRemoval: miss,
        createTearing: miss,
        createGradualCuts: miss,
      },
    },
  };
}

function miss(): never {
  throw new Error("code that was not asked for is not there");
}
