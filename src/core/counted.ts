/** "1 face", "3 faces"; irregular plurals are given. */
export function counted(count: number, thing: string, things: string = `${thing}s`): string {
  return `${count} ${count === 1 ? thing : things}`;
}
