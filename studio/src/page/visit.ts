import type { SavedEdits, VertexPair } from "../commands.ts";
import type { WindSettings } from "../panel/wind-settings.ts";
import { TOOL_NAMES, type ToolName } from "../touch/tool.ts";
import { type Remembered, remember, storedFields } from "./remember.ts";
import { THEMES, type ThemeSetting } from "./theme.ts";

/** How a person likes the page. */
export interface Preferences {
  readonly tool?: ToolName;
  /** Simulated seconds per real second. */
  readonly speed?: number;
  /** Whether the measurements are unfolded. */
  readonly readout?: boolean;
  readonly theme?: ThemeSetting;
}

/** What was last done to which scene: the same link finds it again. */
export interface LastWork {
  readonly scene: string;
  readonly wind: WindSettings;
  readonly edits: SavedEdits;
}

const MOST_EDITS = 100_000;

export function rememberPreferences(): Remembered<Preferences> {
  return remember("preferences", 1, readPreferences);
}

export function rememberWork(): Remembered<LastWork> {
  return remember("work", 1, readWork);
}

export function readPreferences(stored: unknown): Preferences {
  const { tool, speed, readout, theme } = storedFields(stored);
  const look = THEMES.find((name) => name === theme);
  const known = TOOL_NAMES.find((name) => name === tool);
  return {
    ...(known === undefined ? {} : { tool: known }),
    ...(typeof speed === "number" && speed >= 0.05 && speed <= 1 ? { speed } : {}),
    ...(typeof readout === "boolean" ? { readout } : {}),
    ...(look === undefined ? {} : { theme: look }),
  };
}

export function readWork(stored: unknown): LastWork | undefined {
  const { scene, wind, edits } = storedFields(stored);
  const { on, speed, heading, rise, density, gusts } = storedFields(wind);
  const { pins, cuts } = storedFields(edits);
  const numbers = [speed, heading, rise, density, gusts];
  const isWork =
    typeof scene === "string" &&
    typeof on === "boolean" &&
    numbers.every(Number.isFinite) &&
    isListOf(pins, isVertex) &&
    isListOf(cuts, isPair);
  return isWork ? (stored as LastWork) : undefined;
}

function isListOf(list: unknown, isOne: (one: unknown) => boolean): boolean {
  return Array.isArray(list) && list.length <= MOST_EDITS && list.every(isOne);
}

function isVertex(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}

function isPair(value: unknown): value is VertexPair {
  return Array.isArray(value) && value.length === 2 && value.every(isVertex);
}
