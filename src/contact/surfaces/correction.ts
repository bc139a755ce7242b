/**
 * The correction of one step (cloth-contact): where vertices start and are to end, and the average velocities u = (x* − x)/h of those that
 * contacts have to do with, the *active* ones, few of all. Others end where the method proposed.
 */
export interface Correction {
  /** Where vertices are at the start of the step and at its end [m]. */
  starts: Float64Array;
  ends: Float64Array;
  /** Inverse masses [1/kg], 0 for what contact does not move; those of what friction holds, 0 for all else. */
  inverseMass: Float64Array;
  sticking: Float64Array | undefined;
  /** The length of the step [s], one number. (In an array, because a number in a field may be allocated when it is set.) */
  readonly step: Float64Array;
  /** Of active vertices: u as it is and as it was proposed [m/s], and the proposed end [m]. */
  readonly velocity: Float64Array;
  readonly before: Float64Array;
  readonly proposed: Float64Array;
  /** The active vertices, and a mark for each. */
  readonly active: Uint32Array;
  readonly isActive: Uint8Array;
  activeCount: number;
  /** Marks of the vertices that the last `moveEnds` let end elsewhere. */
  readonly moved: Uint8Array;
}

export function createCorrection(vertexCount: number): Correction {
  const none = new Float64Array(0);
  return {
    starts: none,
    ends: none,
    inverseMass: none,
    sticking: undefined,
    step: new Float64Array(1),
    velocity: new Float64Array(3 * vertexCount),
    before: new Float64Array(3 * vertexCount),
    proposed: new Float64Array(3 * vertexCount),
    active: new Uint32Array(vertexCount),
    isActive: new Uint8Array(vertexCount),
    activeCount: 0,
    moved: new Uint8Array(vertexCount),
  };
}

/** Makes a vertex active, with the velocity that leads to its end. */
export function activate(correction: Correction, i: number): void {
  const { active, isActive, velocity, before, proposed, starts, ends, step } = correction;
  if (isActive[i] !== 0) return;
  isActive[i] = 1;
  active[correction.activeCount++] = i;
  for (let c = 3 * i; c < 3 * i + 3; c++) {
    velocity[c] = (ends[c] - starts[c]) / step[0];
    before[c] = velocity[c];
    proposed[c] = ends[c];
  }
}

export function activateAll(correction: Correction, a: number, b: number, c: number, d: number): void {
  activate(correction, a);
  activate(correction, b);
  activate(correction, c);
  activate(correction, d);
}

/** Whether contact moves none of four vertices. */
export function isFixed({ inverseMass }: Correction, a: number, b: number, c: number, d: number): boolean {
  return inverseMass[a] === 0 && inverseMass[b] === 0 && inverseMass[c] === 0 && inverseMass[d] === 0;
}

/** Whether an active vertex goes elsewhere than was proposed. */
export function isChanged({ velocity, before }: Correction, i: number): boolean {
  const c = 3 * i;
  return velocity[c] !== before[c] || velocity[c + 1] !== before[c + 1] || velocity[c + 2] !== before[c + 2];
}

/** The ends from the velocities; where these have not changed, the proposal to the bit. Marks the vertices that moved by that. */
export function moveEnds({ active, activeCount, velocity, before, proposed, starts, ends, inverseMass, step, moved }: Correction): void {
  const h = step[0];
  moved.fill(0);
  for (let n = 0; n < activeCount; n++) {
    const i = active[n];
    if (inverseMass[i] === 0) continue;
    for (let c = 3 * i; c < 3 * i + 3; c++) {
      const end = velocity[c] === before[c] ? proposed[c] : starts[c] + h * velocity[c];
      if (end !== ends[c]) moved[i] = 1;
      ends[c] = end;
    }
  }
}

/** Ends the correction: v changes as the average velocities did, and no vertex is active. */
export function addChange(correction: Correction, v: Float64Array): void {
  const { active, activeCount, isActive, velocity, before, inverseMass } = correction;
  for (let n = 0; n < activeCount; n++) {
    const i = active[n];
    isActive[i] = 0;
    if (inverseMass[i] > 0) for (let c = 3 * i; c < 3 * i + 3; c++) v[c] += velocity[c] - before[c];
  }
}
