import { FABRIC_FIELDS, FABRICS, type Fabric, type FabricField, type SceneInput } from "drape";

export type FabricFieldName = FabricField["name"];

/** A fabric as the page sets it: a preset, and the numbers in which it differs from it. */
export interface FabricChoice {
  readonly base: string;
  readonly values: Readonly<Partial<Record<FabricFieldName, number>>>;
}

/** One choice a cloth; undefined for those without a fabric, whose springs the scene gives as numbers. */
export type FabricChoices = readonly (FabricChoice | undefined)[];

/** The fabrics that a link asks for, and what of it had to be left out, as the link wrote it. */
export interface LinkedFabrics {
  readonly fabrics: FabricChoices;
  readonly ignored: readonly string[];
}

/** What the scene's file says about each cloth. */
export function ownFabrics(scene: SceneInput | undefined): FabricChoices {
  const cloths: unknown = scene?.cloths;
  if (!Array.isArray(cloths)) return [];
  return cloths.map((cloth: Readonly<Record<string, unknown>> | null) => {
    if (cloth === null || cloth.network !== undefined || cloth.springs !== undefined) return undefined;
    const fabric = cloth.fabric ?? FABRICS[0].name;
    if (typeof fabric === "string") return { base: fabric, values: {} };
    const { base = FABRICS[0].name, name: _, ...values } = fabric as { base?: string; name?: string };
    return { base, values };
  });
}

/** The friction and thickness that the scene writes for all surfaces: they come before those of a preset. */
export type SceneSurface = Readonly<Partial<Record<"friction" | "thickness", number>>>;

export function sceneSurface(scene: SceneInput | undefined): SceneSurface {
  const { friction, thickness } = (scene?.collision ?? {}) as SceneSurface;
  return { ...(friction === undefined ? {} : { friction }), ...(thickness === undefined ? {} : { thickness }) };
}

/** The preset with what the scene writes for all surfaces, and the numbers that were set. */
export function fabricNumbers({ base, values }: FabricChoice, surface: SceneSurface = {}): Readonly<Record<FabricFieldName, number>> {
  const preset: Fabric = FABRICS.find(({ name }) => name === base) ?? FABRICS[0];
  return { ...preset, ...surface, ...values };
}

/** As a scene writes it. */
export function toSceneFabric({ base, values }: FabricChoice): Readonly<Record<string, unknown>> {
  return { base, ...values };
}

/** The scene with these fabrics in place of its own. */
export function withFabrics(scene: SceneInput, fabrics: FabricChoices): SceneInput {
  const cloths = scene.cloths.map((cloth, k) => {
    const choice = fabrics[k];
    return choice === undefined ? cloth : { ...(cloth as object), fabric: toSceneFabric(choice) };
  });
  return { ...scene, cloths };
}

/**
 * A choice with one number set otherwise. The shear modulus has to stay below both membrane stiffnesses, so it gives way when they come
 * down to it, and stops below them.
 */
export function withNumber(choice: FabricChoice, name: FabricFieldName, value: number): FabricChoice {
  const values = { ...choice.values, [name]: value };
  const { shear, stretchWarp, stretchWeft } = fabricNumbers({ ...choice, values });
  const limit = 0.9 * Math.min(stretchWarp, stretchWeft);
  return { ...choice, values: shear > limit ? { ...values, shear: limit } : values };
}

export function sameFabric(a: FabricChoice | undefined, b: FabricChoice | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.base === b.base && FABRIC_FIELDS.every(({ name }) => a.values[name] === b.values[name]);
}

/**
 * Reads `fabric=silk&fabric.bending=1e-5`, which is about every cloth, and `fabric.2=denim&fabric.2.density=0.5`, which is about the second;
 * `texts` has the keys without `fabric` and its point.
 */
export function readLinkedFabrics(texts: Readonly<Record<string, string>>, own: FabricChoices): LinkedFabrics {
  const fabrics = [...own];
  const ignored: string[] = [];
  const entries = Object.entries(texts).sort(([a], [b]) => rank(a) - rank(b));
  for (const [key, text] of entries) {
    const [, cloth, field] = /^(?:(\d+)(?:\.|$))?(.*)$/.exec(key) ?? [];
    const meant = fabrics.map((_, k) => k).filter((k) => own[k] && (cloth === undefined || k === Number(cloth) - 1));
    const change = field === "" ? readPreset(text) : readNumber(field, text);
    if (meant.length === 0 || change === undefined) ignored.push(`fabric${key === "" ? "" : `.${key}`}=${text}`);
    else for (const k of meant) fabrics[k] = change(fabrics[k] as FabricChoice);
  }
  return { fabrics, ignored };
}

/** Presets come before numbers, which go on top of them, and all cloths before one. */
function rank(key: string): number {
  return (/^\d*$/.test(key) ? 0 : 2) + (/^\d/.test(key) ? 1 : 0);
}

type Change = (choice: FabricChoice) => FabricChoice;

function readPreset(text: string): Change | undefined {
  return FABRICS.some(({ name }) => name === text) ? () => ({ base: text, values: {} }) : undefined;
}

function readNumber(field: string, text: string): Change | undefined {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  const known = FABRIC_FIELDS.find(({ name, min, max }) => name === field && min <= value && value <= max);
  return known === undefined ? undefined : (choice) => withNumber(choice, known.name, value);
}

/** The texts of a link that lead from the scene's own fabrics to these; without a cloth's number where all cloths are alike. */
export function writeFabrics(fabrics: FabricChoices, own: FabricChoices): Record<string, string> {
  const changed = fabrics.flatMap((choice, k) => (choice === undefined || sameFabric(choice, own[k]) ? [] : [k]));
  const first = fabrics[changed[0]];
  const alike = fabrics.every((choice) => choice === undefined || sameFabric(choice, first));
  const texts: Record<string, string> = {};
  for (const k of alike ? changed.slice(0, 1) : changed) {
    const { base, values } = fabrics[k] as FabricChoice;
    const cloth = alike ? "" : String(k + 1);
    texts[cloth] = base;
    for (const { name } of FABRIC_FIELDS) {
      if (values[name] !== undefined) texts[cloth === "" ? name : `${cloth}.${name}`] = String(values[name]);
    }
  }
  return texts;
}
