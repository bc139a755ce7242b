/** What a benchmark was told: words, and `name=value` for the numbers it has defaults for. */
export interface BenchArguments<T> {
  readonly words: readonly string[];
  readonly numbers: T;
}

export function readArguments<T extends Record<string, number>>(defaults: T): BenchArguments<T> {
  const words: string[] = [];
  const numbers: Record<string, number> = { ...defaults };
  for (const argument of process.argv.slice(2)) {
    const [name, value] = argument.split("=");
    if (value === undefined) words.push(argument);
    else if (name in defaults && Number.isFinite(Number(value))) numbers[name] = Number(value);
    else throw new Error(`${argument}: give ${Object.keys(defaults).join("=…, ")}=… a number`);
  }
  return { words, numbers: numbers as T };
}
