import type { NetworkScene } from "../support/reference.ts";

/**
 * [Kim06, Fig. 4] as a network: unit masses, type 1 springs of 50 to eight neighbours, type 2 of 0.1 two steps away, hung by two
 * corners. The spring law is the method's.
 */
export function kimNetwork(side: number, stretch = 50): Omit<NetworkScene, "solver"> {
  const positions: number[][] = [];
  const springs: NetworkScene["cloths"][0]["network"]["springs"] = [];
  const directions = [
    [1, 0],
    [0, 1],
    [1, 1],
    [-1, 1],
  ];
  for (let r = 0; r < side; r++) {
    for (let c = 0; c < side; c++) {
      positions.push([c, 0, r]);
      for (const [dc, dr] of directions) {
        for (const reach of [1, 2]) {
          const c2 = c + reach * dc;
          const r2 = r + reach * dr;
          if (c2 < 0 || c2 >= side || r2 >= side) continue;
          const kind = reach === 2 ? "bend" : dc * dr === 0 ? "stretch" : "shear";
          const restLength = reach * Math.sqrt(dc * dc + dr * dr);
          springs.push([r * side + c, r2 * side + c2, restLength, reach === 2 ? 0.1 : stretch, kind]);
        }
      }
    }
  }
  return {
    drape: 1,
    gravity: [0, -0.03, 0],
    timestep: 0.25,
    cloths: [
      {
        network: { positions, masses: 1, springs },
        pins: [0, side - 1],
        damping: { viscous: 0.05 },
      },
    ],
  };
}
