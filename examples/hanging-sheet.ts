import { createSimulation } from "drape";

const grid = { columns: 20, rows: 20, width: 1, height: 1, v: [0, 0, 1] };
const pins = ["top-left", "top-right"];
const simulation = await createSimulation({ drape: 1, cloths: [{ grid, fabric: "cotton", pins }] });
for (let step = 0; step < 60; step++) simulation.step();
const positions = new Float32Array(3 * simulation.particleCount);
simulation.readPositions(positions);
const lowest = positions.reduce((low, y, c) => (c % 3 === 1 ? Math.min(low, y) : low), 0);
console.log(`after ${simulation.time} s the sheet reaches down to y = ${lowest.toFixed(2)} m`);
