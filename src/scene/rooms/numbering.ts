// Numbers of particles other than the scene's. A room (../rooms.ts).

export { GROUND } from "../ground.ts";
export { numberParticles } from "../number-particles.ts";
