import { describe, expect, it } from "vitest";
import { type ClothDescription, describeCloth } from "../../src/methods/describe-cloth.ts";
import { buildScene } from "../../src/scene/build-scene.ts";
import { refuseMesh } from "../../src/scene/create-simulation.ts";
import { parseScene } from "../../src/scene/parse-scene.ts";

const TIMESTEP = 0.01;

/** A chain of particles with a spring of the given stiffness [N/m] between each and the next, none where that is 0, some of them held; `bend` has more springs, from each to the next but one. */
async function describeChain(masses: number[], stiffness: number[], held: number[], bend: number[] = []): Promise<ClothDescription> {
  const positions = masses.map((_, i) => [i, 0, 0]);
  const stretchSprings = stiffness.map((k, i) => [i, i + 1, 1, k, "stretch"]);
  const bendSprings = bend.map((k, i) => [i, i + 2, 2, k, "bend"]);
  const springs = [...stretchSprings, ...bendSprings].filter(([, , , k]) => k !== 0);
  const scene = parseScene({ drape: 1, cloths: [{ network: { positions, springs, masses } }] });
  const built = await buildScene(scene, refuseMesh);
  const velocities = new Float64Array(3 * masses.length);
  const rest = { held: Uint32Array.from(held), velocities, timestep: TIMESTEP, touches: false };
  return describeCloth({ ...built, ...rest }, {});
}

describe("what auto reads off a cloth", () => {
  const masses = [1, 1, 1, 1, 1];
  const springs = [100, 100, 100, 100];

  it("counts the springs to the held particle that is nearest to each", async () => {
    const reach = async (...held: number[]) => (await describeChain(masses, springs, held)).reach;
    expect(await reach(0)).toBe(10 / 4);
    expect(await reach(2)).toBe(6 / 4);
    expect(await reach(0, 4)).toBe(4 / 3);
    expect(await reach(0, 1, 2, 3, 4)).toBe(0);
    expect(await reach()).toBe(5); // as many as there are particles: nothing holds them
    expect((await describeChain(masses, [100, 0, 100, 100], [0])).reach).toBe(5); // nor the piece behind the gap
  });

  it("takes the root mean square of h²k/m, to which the stiffest springs add most", async () => {
    expect((await describeChain(masses, springs, [0])).stiffness).toBeCloseTo(0.01, 15);
    const uneven = (await describeChain(masses, [100, 100, 100, 700], [0])).stiffness;
    expect(uneven).toBeCloseTo(1e-4 * Math.sqrt((3 * 100 ** 2 + 700 ** 2) / 4), 12);
    const heavyEnd = (await describeChain([1, 3], [100], [0])).stiffness;
    expect(heavyEnd).toBeCloseTo(1e-4 * 0.5 * (100 / 1 + 100 / 3), 15);
  });

  it("asks springs of other kinds only where none is for stretch", async () => {
    expect((await describeChain(masses, springs, [0], [900])).stiffness).toBeCloseTo(0.01, 15);
    expect((await describeChain(masses, [], [0], [900, 900])).stiffness).toBeCloseTo(0.09, 15);
  });

  it("tells how even the masses are: 1 where all are alike", async () => {
    expect((await describeChain(masses, springs, [0])).evenness).toBe(1);
    const [light, heavy] = [1, 3];
    const { evenness } = await describeChain([light, light, light, heavy, heavy], springs, [0]);
    expect(evenness).toBeCloseTo(5 / (3 + 2 / 3) / Math.sqrt((3 + 2 * 9) / 5), 14);
  });
});
