import { NOTATIONS } from "../notations.ts";
import { setText } from "./set-math.ts";

/** One table of the five notations and ours. */
export function formatNotations(): string {
  const rows = NOTATIONS.map(
    ({ what, ours, kim06, ertekin14, oh04, kang02, choi13 }) =>
      `<tr><th scope="row">${setText(what)}</th>${[ours, kim06, ertekin14, oh04, kang02, choi13].map((cell) => `<td>${setText(cell)}</td>`).join("")}</tr>`,
  );
  return `<section id="notations"><h2>Five notations</h2>
<p>The chapters and the code write all papers in one notation; this is what they print themselves.</p>
<div class="scroll"><table class="notations"><thead><tr><th></th><th>Here</th><th>Kim06</th><th>Ertekin14</th><th>Oh04</th><th>Kang02</th><th>Choi13</th></tr></thead><tbody>${rows.join("")}</tbody></table></div></section>`;
}
