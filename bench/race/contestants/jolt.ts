import initJolt from "jolt-physics";
import { type Contestant, FRAME, type Runner } from "../contestant.ts";
import type { RaceCloth } from "../race-cloth.ts";

type Jolt = Awaited<ReturnType<typeof initJolt>>;

/** In Jolt an iteration is a small step of XPBD. */
const ITERATIONS: readonly number[] = [5, 10, 20, 50, 100, 200, 400, 800, 1600];
/**
 * Compliance of the edges [m/N]: 1/k is the race's cloth, but one pass over stiff edges leaves so much to be done at fine meshes that softer ones
 * stretch less. Each setting is run with all of these, and the best that comes out of them is its curve.
 */
const COMPLIANCES: readonly number[] = [1, 3, 10, 30, 100];

/** Of the quick form, by iterations: what came out best in the full one. Few iterations over a fine mesh want softer edges. */
const QUICK_COARSE: Readonly<Record<number, readonly number[]>> = {
  20: [1],
  50: [1, 3],
  100: [1, 3],
  200: [1],
  400: [1],
};
const QUICK_FINE: Readonly<Record<number, readonly number[]>> = { 50: [30], 100: [10], 200: [3, 10], 400: [1, 3] };

function isQuick(size: number, iterations: number, softer: number): boolean {
  return (size <= 40 ? QUICK_COARSE : QUICK_FINE)[iterations]?.includes(softer) ?? false;
}

let loading: Promise<Jolt> | undefined;

/** What is there besides the race's springs. */
interface Extras {
  /** Each vertex on a leash to its nearest pin. */
  readonly attachments: boolean;
  /** Edges over two cells, of the same compliance, as Jolt's own cloth has against bending. Few iterations then carry a weight further; that the cloth is another one shows in its motion. */
  readonly bend: boolean;
}

function contestant(name: string, extras: Extras): Contestant {
  return {
    name,
    team: "rival",
    about: `1.1.0 wasm-compat (the build that runs in Node); Optimize(); no damping or sleep; compliance tuned among ${COMPLIANCES.join(" ")} /k`,
    scenes: extras.attachments ? ["hang", "swing"] : ["hang", "swing", "sphere"],
    settings: ({ stiffness, size }) =>
      ITERATIONS.flatMap((steps) =>
        COMPLIANCES.map((softer) => ({
          label: `iterations=${steps} compliance=${(softer / stiffness).toExponential(0)}`,
          steps,
          work: steps,
          quick: isQuick(size, steps, softer),
          integrator: "euler",
          options: { compliance: softer / stiffness },
        })),
      ),
    create: async (cloth, { steps, options }) => {
      loading ??= initJolt();
      return createJolt(await loading, cloth, steps, options.compliance as number, extras);
    },
  };
}

export const jolts: readonly Contestant[] = [
  contestant("jolt-physics", { attachments: false, bend: false }),
  contestant("jolt-physics + long-range attachments", { attachments: true, bend: false }),
  contestant("jolt-physics + attachments + bend edges", { attachments: true, bend: true }),
];

function createJolt(J: Jolt, cloth: RaceCloth, iterations: number, compliance: number, extras: Extras): Runner {
  const { sphere, particleCount } = cloth;
  const world = createWorld(J, cloth.gravity);
  const bodies = world.GetPhysicsSystem().GetBodyInterface();
  const zero = new J.RVec3(0, 0, 0);
  const upright = new J.Quat(0, 0, 0, 1);
  if (sphere !== undefined) {
    const [cx, cy, cz] = sphere.centre;
    const centre = new J.RVec3(cx, cy, cz);
    const ball = new J.SphereShape(sphere.radius);
    const settings = new J.BodyCreationSettings(ball, centre, upright, J.EMotionType_Static, 0);
    settings.mFriction = sphere.friction;
    bodies.CreateAndAddBody(settings, J.EActivation_DontActivate);
    J.destroy(settings);
    J.destroy(centre);
  }
  const shared = createSharedSettings(J, cloth, compliance, extras);
  const settings = new J.SoftBodyCreationSettings(shared, zero, upright, 0);
  settings.mNumIterations = iterations;
  settings.mLinearDamping = cloth.damping;
  settings.mAllowSleeping = false;
  settings.mVertexRadius = sphere?.thickness ?? 0;
  settings.mFriction = sphere?.friction ?? 0;
  const body = bodies.CreateSoftBody(settings);
  bodies.AddBody(body.GetID(), J.EActivation_Activate);
  J.destroy(settings);
  const motion = J.castObject(body.GetMotionProperties(), J.SoftBodyMotionProperties);
  const vertices = motion.GetVertices();
  const place = J.SoftBodyVertexTraits.prototype.mPositionOffset;
  return {
    frame: () => world.Step(FRAME, 1),
    readPositions(out) {
      const centre = body.GetCenterOfMassPosition();
      const origin = [centre.GetX(), centre.GetY(), centre.GetZ()];
      const first = J.getPointer(vertices.at(0));
      const stride = J.getPointer(vertices.at(1)) - first;
      for (let i = 0; i < particleCount; i++) {
        const at = (first + i * stride + place) >> 2;
        for (let axis = 0; axis < 3; axis++) out[3 * i + axis] = origin[axis] + J.HEAPF32[at + axis];
      }
    },
    dispose: () => J.destroy(world),
  };
}

/** One layer in which everything meets everything. */
function createWorld(J: Jolt, gravity: number): InstanceType<Jolt["JoltInterface"]> {
  const settings = new J.JoltSettings();
  const pairs = new J.ObjectLayerPairFilterTable(1);
  pairs.EnableCollision(0, 0);
  const layers = new J.BroadPhaseLayerInterfaceTable(1, 1);
  layers.MapObjectToBroadPhaseLayer(0, new J.BroadPhaseLayer(0));
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new J.ObjectVsBroadPhaseLayerFilterTable(layers, 1, pairs, 1);
  const world = new J.JoltInterface(settings);
  J.destroy(settings);
  const down = new J.Vec3(0, -gravity, 0);
  world.GetPhysicsSystem().SetGravity(down);
  J.destroy(down);
  return world;
}

/** The race's mesh: vertices, faces, every spring as an edge; with attachments, a leash from each vertex to its nearest pin. */
function createSharedSettings(
  J: Jolt,
  cloth: RaceCloth,
  compliance: number,
  { attachments, bend }: Extras,
): InstanceType<Jolt["SoftBodySharedSettings"]> {
  const { size, positions, mass, pins, triangles, ends, restLength, particleCount } = cloth;
  const shared = new J.SoftBodySharedSettings();
  const vertex = new J.SoftBodySharedSettingsVertex();
  for (let i = 0; i < particleCount; i++) {
    vertex.mPosition.x = positions[3 * i];
    vertex.mPosition.y = positions[3 * i + 1];
    vertex.mPosition.z = positions[3 * i + 2];
    vertex.mInvMass = pins.includes(i) ? 0 : 1 / mass;
    shared.mVertices.push_back(vertex);
  }
  const face = new J.SoftBodySharedSettingsFace(0, 0, 0, 0);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let corner = 0; corner < 3; corner++) face.set_mVertex(corner, triangles[t + corner]);
    shared.AddFace(face);
  }
  const edge = new J.SoftBodySharedSettingsEdge(0, 1, compliance);
  const addEdge = (i: number, j: number, length: number): void => {
    edge.set_mVertex(0, i);
    edge.set_mVertex(1, j);
    edge.mRestLength = length;
    shared.mEdgeConstraints.push_back(edge);
  };
  for (let s = 0; s < restLength.length; s++) addEdge(ends[2 * s], ends[2 * s + 1], restLength[s]);
  for (let i = 0; bend && i < particleCount; i++) {
    if ((i % size) + 2 < size) addEdge(i, i + 2, 2 * restLength[0]);
    if (i + 2 * size < particleCount) addEdge(i, i + 2 * size, 2 * restLength[0]);
  }
  for (let i = 0; attachments && i < particleCount; i++) {
    if (pins.includes(i)) continue;
    const [pin, distance] = nearestPin(cloth, i);
    const leash = new J.SoftBodySharedSettingsLRA(pin, i, distance);
    shared.mLRAConstraints.push_back(leash);
    J.destroy(leash);
  }
  shared.Optimize();
  for (const made of [vertex, face, edge]) J.destroy(made);
  return shared;
}

/** As Jolt's CreateConstraints chooses: the pin nearest in space, at the distance of the start. */
function nearestPin({ positions, pins }: RaceCloth, i: number): [pin: number, distance: number] {
  let best: [number, number] = [pins[0], Number.POSITIVE_INFINITY];
  for (const pin of pins) {
    let squared = 0;
    for (let axis = 0; axis < 3; axis++) squared += (positions[3 * i + axis] - positions[3 * pin + axis]) ** 2;
    if (Math.sqrt(squared) < best[1]) best = [pin, Math.sqrt(squared)];
  }
  return best;
}
