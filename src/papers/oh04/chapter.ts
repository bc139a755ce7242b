import type { Chapter } from "../chapter.ts";

export const OH_CHAPTER: Chapter = {
  intro:
    "The linearised implicit step damps more than the motion that it should: $hJv$ on its right-hand side, the artificial internal damping (AID), brakes springs that merely turn under tension. Oh, Ahn and Wohn put in its place the change of tension along the path $\\hat x = x + hv$, a force that a rigid motion does not have: the pure artificial internal damping (PAID). The Jacobian is the mean of those at $x$ and at $\\hat x$. They print the method for implicit Euler and use it with BDF2 too.",
  equations: [
    {
      place: "eq. 1–3",
      text: "The linearised implicit Euler step:",
      tex: "\\Bigl(M - h\\frac{\\partial f}{\\partial v} - h^2\\frac{\\partial f}{\\partial x}\\Bigr)\\Delta v = h\\Bigl(f + h\\frac{\\partial f}{\\partial x}v\\Bigr)",
      code: { file: "src/methods/implicit/implicit-system.ts", words: "[Oh04, eq. 3]" },
    },
    {
      place: "eq. 4",
      text: "The Jacobian of a spring. The paper prints $1 - L/r$ without the bound: that is indefinite where a spring is compressed, $r < L$, and a solve by conjugate gradients may fail there, so ours is clamped.",
      tex: "K_{ij} = k\\Bigl[\\max\\Bigl(0,\\,1-\\frac{L}{r}\\Bigr)Q + P\\Bigr]",
      code: { file: "src/forces/spring-jacobian.ts", words: "[Oh04, eq. 4]" },
    },
    {
      place: "eq. 5",
      text: "The damping that the linearisation brings in, a force on $i$ by each neighbour:",
      tex: "f_{ij}^{\\mathrm{AID}} = h\\,K_{ij}\\,(v_j - v_i)",
      code: { file: "src/papers/oh04/momentum.ts", words: "AID" },
    },
    {
      place: "sec. 5",
      text: "What replaces it: the change of length along the path, and nothing for a turn. With $\\hat x_{ij} = \\hat x_j - \\hat x_i$, $\\hat r = |\\hat x_{ij}|$, $\\hat u = \\hat x_{ij}/\\hat r$:",
      tex: "f_{ij}^{\\mathrm{PAID}} = k\\,(\\hat r - r)\\,\\hat u",
      code: { file: "src/forces/paid-force.ts", words: "[Oh04, sec. 5]" },
    },
    {
      place: "sec. 5, the system",
      text: "The step, with the mean of the two Jacobians:",
      tex: "\\Bigl(M + hC + \\tfrac{h^2}{2}\\bigl[\\mathrm{Lap}\\,K(x) + \\mathrm{Lap}\\,K(\\hat x)\\bigr]\\Bigr)\\Delta v = h\\,(f + f^{\\mathrm{PAID}})",
      code: { file: "src/methods/paid.ts", words: "[Oh04, sec. 5]" },
      erratum: {
        printed: "\\bigl(M - h\\,k^{\\mathrm{damp}}I - h^2(J(x) + J(\\hat x))\\bigr)\\Delta v = h\\,(f + f^{\\mathrm{PAID}})",
        why: "With $k^{\\mathrm{damp}} > 0$ a damping constant, $\\partial f_v/\\partial v = -k^{\\mathrm{damp}}I$: the sign before it is plus. $f$ must hold $-k^{\\mathrm{damp}}v$ and the external forces. $J$ was defined anew, with $k/2$: it is a mean, not a sum.",
      },
    },
    {
      place: "sec. 6, BDF2",
      text: "BDF2, which the paper uses and does not print, $D = \\tfrac13(x - x^{n-1}) + \\tfrac23hv$ being the displacement without $\\Delta v$; with PAID, $-\\mathrm{Lap}(K)D$ becomes $f^{\\mathrm{PAID}}$ along $D$.",
      tex: "\\Bigl(M + \\tfrac23hC + \\tfrac49h^2\\mathrm{Lap}\\,K\\Bigr)\\Delta v = \\tfrac13M(v - v^{n-1}) + \\tfrac23h\\bigl(f - \\mathrm{Lap}(K)\\,D\\bigr)",
      code: { file: "src/methods/bdf2.ts", words: "[Oh04, sec. 6]" },
    },
  ],
  slips: [
    {
      place: "Section 4",
      printed: "a rotating spring gets no PAID force",
      right:
        "on $x + hv$, which leaves the circle, it is $kr(\\sqrt{1 + h^2\\omega^2} - 1)$ along $\\hat u$, of second order in $h$; on a chord of the circle it is nothing. The AID force is nothing at rest length and $h\\omega T$ under tension $T$: the harm needs tension",
    },
    {
      place: "Section 5, end",
      printed: "if $x$ is aligned with $\\hat x$ the system is that of implicit Euler",
      right: "exactly so for motion along the spring only; across it the blocks differ by $\\tfrac k2(L/r - L/\\hat r)$",
    },
    { place: "Section 5", printed: "$\\Delta f_v = \\Delta f_x(v, \\Delta v)$", right: "$\\Delta f_v(v, \\Delta v)$" },
    {
      place: "Section 6",
      printed: "original data by explicit Euler with 0.00001 s",
      right:
        "undamped, that method amplifies a mode by $\\sqrt{1 + h^2\\omega^2}$ a step, $e^4$ in a second for $\\omega = 900$/s: our reference is symplectic or Verlet",
    },
  ],
};
