/** Frames take from 5 to 50 ms: a program that gives such numbers for seconds has forgotten to divide. A page that slept gives one long time, not three. */
const LEAST = 5;
const MOST = 50;
const TIMES = 3;

/** Looks at the times that a world is updated with, and warns once where they are milliseconds. */
export function createUnitWatch(): (seconds: number) => void {
  let inRow = 0;
  return (seconds) => {
    if (inRow > TIMES) return;
    inRow = seconds >= LEAST && seconds <= MOST ? inRow + 1 : 0;
    if (inRow < TIMES) return;
    inRow = TIMES + 1;
    console.warn(
      `drape: world.update was given ${seconds} s, ${TIMES} times in a row such a time; if these are milliseconds, divide by 1000`,
    );
  };
}
