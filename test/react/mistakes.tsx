import type { ReactElement } from "react";
import { Cloth, ClothCollider, ClothDragging, ClothWorld } from "../../src/react/index.ts";

/** What must not compile: each line below `@ts-expect-error` has a mistake that the types find. Without one, tsc fails here. */
const grid = { columns: 3, rows: 3, width: 1, height: 1 };

export const WORLDS: readonly ReactElement[] = [
  // @ts-expect-error a misspelt setting
  <ClothWorld key={1} gravty={[0, 0, 0]} />,
  // @ts-expect-error a misspelt option
  <ClothWorld key={2} timstep={0.01} />,
  // @ts-expect-error a misspelt field of the wind
  <ClothWorld key={3} wind={{ velocty: [1, 0, 0] }} />,
  // @ts-expect-error a method that nobody knows
  <ClothWorld key={4} solver={{ method: "implicit-eular" }} />,
];

export const CLOTHS: readonly ReactElement[] = [
  // @ts-expect-error a misspelt shape
  <Cloth key={1} gird={grid} />,
  // @ts-expect-error a misspelt field of a grid
  <Cloth key={2} grid={{ columns: 3, rows: 3, width: 1, heigth: 1 }} />,
  // @ts-expect-error a misspelt fabric
  <Cloth key={3} grid={grid} fabric="coton" />,
  // @ts-expect-error a misspelt field
  <Cloth key={4} grid={grid} dampin={{ stretch: 1 }} />,
  // @ts-expect-error a misspelt look
  <Cloth key={5} grid={grid} smoth={1} />,
  // @ts-expect-error a word for a number
  <Cloth key={6} grid={grid} smooth="very" />,
  // @ts-expect-error a misspelt field of a pin
  <Cloth key={7} grid={grid} pins={[{ vertx: 1 }]} />,
];

export const COLLIDERS: readonly ReactElement[] = [
  // @ts-expect-error a misspelt shape
  <ClothCollider key={1} spere={{ radius: 1 }} />,
  // @ts-expect-error a misspelt field of a shape
  <ClothCollider key={2} sphere={{ centre: [0, 0, 0], radius: 1 }} />,
  // @ts-expect-error a word for a number
  <ClothCollider key={3} plane={{}} friction="high" />,
];

/** Without effect at run time, but for the types. */
export const OTHERS: readonly ReactElement[] = [
  // @ts-expect-error a listener that there is not
  <ClothWorld key={1} onTaer={() => {}} />,
  // @ts-expect-error an attachment without vertices
  <Cloth key={2} grid={grid} attachTo={{ object: { current: null } }} />,
  // @ts-expect-error a misspelt option of dragging
  <ClothDragging key={3} freqency={8} />,
];
