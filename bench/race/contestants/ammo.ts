import initAmmo from "ammojs-typed/wasm";
import { type Contestant, FRAME, markQuick, type Runner, sweep } from "../contestant.ts";
import type { RaceCloth } from "../race-cloth.ts";

type Ammo = Awaited<ReturnType<typeof initAmmo<object>>>;

let loading: Promise<Ammo> | undefined;

/**
 * Bullet's soft bodies. A link has no stiffness in N/m, only a share of its error that an iteration takes away; 1 is the stiffest and is what
 * Bullet's own cloth examples use. More iterations or more steps a frame make it stiffer.
 */
export const ammo: Contestant = {
  name: "ammojs-typed",
  team: "rival",
  about: "1.1.0 wasm; kLST=1 (no stiffness in N/m); no damping or sleep",
  scenes: ["hang", "swing", "sphere", "fold"],
  selfContact: "by clusters of faces",
  settings: () =>
    markQuick(
      sweep([1, 2, 5, 10, 20, 50, 100, 200, 400, 800], "iterations", [1, 4, 16], "euler").filter(
        ({ steps, options }) => steps <= 50 || options.iterations === 1,
      ),
      ({ steps, options }) => steps >= 10 && options.iterations === 4,
    ),
  create: async (cloth, { steps, options }) => {
    loading ??= initAmmo.call({}) as Promise<Ammo>;
    return createAmmo(await loading, cloth, steps, options.iterations as number);
  },
};

const KEEP_AWAKE = 4;
/** Bullet's flags: rigid bodies by distance fields, soft bodies by clusters, a body's clusters with each other. */
const MEETS_ITSELF = 0x01 | 0x20 | 0x40;
/** Each cluster has this many vertices, or one face. */
const CLUSTER = 16;
const FLOATS_A_VECTOR = 4;

function createAmmo(A: Ammo, cloth: RaceCloth, steps: number, iterations: number): Runner {
  const { particleCount, sphere, selfContact } = cloth;
  const configuration = new A.btSoftBodyRigidBodyCollisionConfiguration();
  const dispatcher = new A.btCollisionDispatcher(configuration);
  const broadphase = new A.btDbvtBroadphase();
  const constraints = new A.btSequentialImpulseConstraintSolver();
  const softSolver = new A.btDefaultSoftBodySolver();
  const world = new A.btSoftRigidDynamicsWorld(dispatcher, broadphase, constraints, configuration, softSolver);
  const down = new A.btVector3(0, -cloth.gravity, 0);
  world.setGravity(down);
  world.getWorldInfo().set_m_gravity(down);
  const ball = sphere === undefined ? undefined : addSphere(A, world, sphere);
  const body = createSoftBody(A, world.getWorldInfo(), cloth);
  const config = body.get_m_cfg();
  config.set_piterations(iterations);
  config.set_kDP(cloth.damping * (FRAME / steps));
  if (sphere !== undefined) config.set_kDF(sphere.friction);
  A.castObject(body, A.btCollisionObject)
    .getCollisionShape()
    .setMargin(sphere?.thickness ?? selfContact?.thickness ?? 0.001);
  if (selfContact !== undefined) {
    config.set_kDF(selfContact.friction);
    config.set_collisions(MEETS_ITSELF);
    body.generateClusters(Math.ceil(particleCount / CLUSTER));
  }
  body.setActivationState(KEEP_AWAKE);
  world.addSoftBody(body, 1, -1);
  const nodes = body.get_m_nodes();
  const first = A.getPointer(nodes.at(0).get_m_x());
  const stride = particleCount > 1 ? A.getPointer(nodes.at(1).get_m_x()) - first : 0;
  return {
    frame() {
      for (let n = 0; n < steps; n++) world.stepSimulation(FRAME / steps, 0);
    },
    readPositions(out) {
      for (let i = 0; i < particleCount; i++) {
        const at = (first + i * stride) >> 2;
        for (let axis = 0; axis < 3; axis++) out[3 * i + axis] = A.HEAPF32[at + axis];
      }
    },
    dispose() {
      world.removeSoftBody(body);
      for (const made of [body, world, ball, softSolver, constraints, broadphase, dispatcher, configuration, down]) {
        if (made !== undefined) A.destroy(made);
      }
    },
  };
}

/** Particles, a link for each spring at the length of the start, faces for contact; mass 0 holds a pin. */
function createSoftBody(A: Ammo, info: InstanceType<Ammo["btSoftBodyWorldInfo"]>, cloth: RaceCloth): InstanceType<Ammo["btSoftBody"]> {
  const { positions, mass, pins, ends, triangles, particleCount } = cloth;
  const points = A._malloc(4 * FLOATS_A_VECTOR * particleCount);
  const masses = A._malloc(4 * particleCount);
  for (let i = 0; i < particleCount; i++) {
    for (let axis = 0; axis < 3; axis++) {
      A.HEAPF32[(points >> 2) + FLOATS_A_VECTOR * i + axis] = positions[3 * i + axis];
    }
    A.HEAPF32[(masses >> 2) + i] = pins.includes(i) ? 0 : mass;
  }
  // this build exports no free, so that memory stays; the binder takes pointers for a vector's array and for floats
  const body = new A.btSoftBody(info, particleCount, points as unknown as InstanceType<Ammo["btVector3"]>, masses as unknown as number[]);
  const material = body.get_m_materials().at(0);
  material.set_m_kLST(1);
  for (let s = 0; s < ends.length; s += 2) body.appendLink(ends[s], ends[s + 1], material, false);
  for (let t = 0; t < triangles.length; t += 3) {
    body.appendFace(triangles[t], triangles[t + 1], triangles[t + 2], material);
  }
  return body;
}

function addSphere(
  A: Ammo,
  world: InstanceType<Ammo["btSoftRigidDynamicsWorld"]>,
  { centre, radius, friction }: NonNullable<RaceCloth["sphere"]>,
): InstanceType<Ammo["btRigidBody"]> {
  const place = new A.btTransform();
  place.setIdentity();
  place.setOrigin(new A.btVector3(...centre));
  const still = new A.btVector3(0, 0, 0);
  const shape = new A.btSphereShape(radius);
  const info = new A.btRigidBodyConstructionInfo(0, new A.btDefaultMotionState(place), shape, still);
  info.set_m_friction(friction);
  const body = new A.btRigidBody(info);
  world.addRigidBody(body);
  return body;
}
