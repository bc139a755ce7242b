import { createSimulation } from "drape";
import { computeAccelerations, computeSum, createForces, forceOptions, type Method } from "drape/extend";

/** Leapfrog in parts of a step, drift, kick, drift: x½ = x + (h/2) v,  v* = v + h a(x½),  x* = x½ + (h/2) v*. */
const leapfrog: Method = {
  name: "leapfrog",
  title: "Leapfrog",
  summary: "second order, with one force evaluation in each part of a step",
  paper: "",
  equations: "",
  conserves: ["linear", "angular"],
  stepLimit: 2,
  springModel: "symmetric",
  options: [{ name: "parts", summary: "parts of a step", kind: "integer", unit: "", default: 1, min: 1, max: 1000 }],
  create(problem, options) {
    const forces = createForces(problem.cloth, problem.environment, forceOptions(options));
    const a = new Float64Array(3 * problem.cloth.particleCount);
    const parts = options.parts as number;
    return {
      history: [],
      propose({ from: { x, v, time }, h, next }) {
        const part = h / parts;
        next.x.set(x);
        next.v.set(v);
        for (let n = 0; n < parts; n++) {
          computeSum(next.x, 0.5 * part, next.v, next.x);
          computeAccelerations(problem, forces, next.x, next.v, time + (n + 0.5) * part, a);
          computeSum(next.v, part, a, next.v);
          computeSum(next.x, 0.5 * part, next.v, next.x);
        }
      },
    };
  },
};

declare module "drape" {
  interface SolverInputs {
    leapfrog: { readonly method: "leapfrog"; readonly parts?: number };
  }
}

const grid = { columns: 11, rows: 11, width: 1, height: 1, u: [1, 0, 0], v: [0, 0, 1] };
const simulation = await createSimulation(
  {
    drape: 1,
    solver: { method: "leapfrog", parts: 100 },
    cloths: [{ grid, fabric: "silk", damping: { viscous: 0, relative: 0 }, pins: ["top-left", "top-right"] }],
  },
  { methods: [leapfrog] },
);
for (let step = 0; step < 30; step++) simulation.step();
const { elastic, kinetic, gravitational } = simulation.view.measure();
console.log(simulation.method, kinetic.toFixed(3), (elastic + kinetic + gravitational).toFixed(3)); // [J]
