import type { Chapter } from "../chapter.ts";

export const KIM_CHAPTER: Chapter = {
  intro:
    "A cloth is a grid of equal masses. Type 1 springs, stiff, join each to its eight neighbours; type 2 springs, weak, to the eight nodes two steps away. An explicit step is cheap and falls apart when $\\kappa = h^2k/m$ is large; an implicit step is stable and solves a large system. Kim takes the implicit system and sweeps over it a few times, particle by particle, each time with the newest velocities of the neighbours. Few sweeps are almost an explicit step, many are the implicit one: the number of sweeps $\\eta$ is the price one chooses. Two things make it work with few sweeps: new values are used at once (Gauss–Seidel, not Jacobi), and the Jacobian of springs that do not push is made continuous.",
  equations: [
    {
      place: "eq. 1",
      text: "The force of a spring between $i$ and $j$ and its derivative. With $x_{ij} = x_j - x_i$, $r = |x_{ij}|$, $u = x_{ij}/r$, $P = uu^{\\mathsf T}$ along the spring and $Q = I - P$ across it:",
      tex: "f_{ij} = k\\Bigl(1-\\frac{L}{r}\\Bigr)x_{ij}, \\qquad K_{ij} = \\frac{\\partial f_{ij}}{\\partial x_{ij}} = k\\Bigl(1-\\frac{L}{r}\\Bigr)Q + k\\,P",
      code: { file: "src/forces/spring-jacobian.ts", words: "[Kim06, eq. 1]" },
      erratum: {
        printed: "k\\Bigl(1-\\frac{L}{r}\\Bigr) + k\\,\\frac{L}{r^3}\\,x_{ij}x_{ij}^{\\mathsf T}",
        why: "The first term is a number where a $3 \\times 3$ block is needed: it multiplies the identity. Then the two forms are equal. The same in eq. 7 and 9.",
      },
    },
    {
      place: "eq. 2",
      text: "The explicit step, symplectic Euler. It is stable while $h\\omega < 2$ for the fastest mode $\\omega$.",
      tex: "v^* = v + \\frac{h}{m}F, \\qquad x^* = x + h\\,v^*",
      code: { file: "src/methods/symplectic-euler.ts", words: "[Kim06, eq. 2]" },
    },
    {
      place: "eq. 3–5",
      text: "The implicit step takes the force at the end of the step, linearised there; $\\mathrm{Lap}(K)$ is the matrix with $\\sum_j K_{ij}$ on its diagonal and $-K_{ij}$ beside it:",
      tex: "\\Bigl(I + \\frac{h^2}{m}\\,\\mathrm{Lap}(K)\\Bigr)v^* = v + \\frac{h}{m}F",
      code: { file: "src/methods/implicit-euler.ts", words: "[Kim06, eq. 5]" },
      erratum: {
        printed: "F^* = \\frac{\\partial F}{\\partial x}\\,\\Delta x",
        why: "In the text before eq. 4: the force of now is missing, $F^* = F + (\\partial F/\\partial x)\\Delta x$. Equation 4 itself has it.",
      },
    },
    {
      place: "eq. 6",
      text: "Choi and Ko's law, which lets cloth fold instead of being compressed: type 1 springs pull and do not push.",
      tex: "f_{ij} = \\begin{cases} k\\,(1-L/r)\\,x_{ij} & r > L\\\\ 0 & \\text{otherwise}\\end{cases}",
      code: { file: "src/forces/spring-force.ts", words: "[Kim06, eq. 6]" },
    },
    {
      place: "eq. 7",
      text: "Its Jacobian jumps by $kP$ where a spring passes its rest length.",
      tex: "K_{ij} = \\begin{cases} k\\,(1-L/r)\\,Q + k\\,P & r > L\\\\ 0 & \\text{otherwise}\\end{cases}",
      code: { file: "src/forces/spring-jacobian.ts", words: "[Kim06, eq. 7]" },
    },
    {
      place: "eq. 8",
      text: "The method: from $v^* = v$, repeat $\\eta$ times, for all particles in their order, in place:",
      tex: "v_i^* \\leftarrow \\Bigl(I + \\frac{h^2}{m}\\sum_j K_{ij}\\Bigr)^{-1}\\Bigl(v_i + \\frac{h}{m}F_i + \\frac{h^2}{m}\\sum_j K_{ij}\\,v_j^*\\Bigr)",
      code: { file: "src/methods/gauss-seidel.ts", words: "[Kim06, eq. 8]" },
    },
    {
      place: "eq. 9",
      text: "The smoothed Jacobian: between $\\alpha L$ and $L$ the stiffness along the spring fades out, $f = (r/L - \\alpha)/(1 - \\alpha)$ with $\\alpha = 0.8$.",
      tex: "K_{ij} = \\begin{cases} k\\,(1-L/r)\\,Q + k\\,P & r \\ge L\\\\ k\\,f\\,P & \\alpha < r/L < 1\\\\ 0 & \\text{otherwise}\\end{cases}",
      code: { file: "src/forces/spring-jacobian.ts", words: "[Kim06, eq. 9]" },
      erratum: {
        printed: "k\\,\\frac{L}{r^2}\\,x_{ij}x_{ij}^{\\mathsf T}f \\quad\\text{for } \\alpha < r/L < 1, \\qquad 0 \\text{ at } r = L",
        why: "The printed middle branch is a stiffness times a length; without $L$ it meets $kP$ at $r = L$, and with $L = 1$, the paper's spacing, both are the same. As printed $r = L$ belongs to no branch, so that a sheet at rest would have no stiffness at all.",
      },
    },
    {
      place: "sec. 3.1",
      text: "Why one sweep is stable: it adds inertia where springs are stiff, along them and not across. With $A_i = I + (h^2/m)\\sum_j K_{ij}$, one Jacobi sweep is",
      tex: "v_i^* = A_i^{-1}\\Bigl(A_i v_i + \\frac{h^2}{m}\\sum_j K_{ij}(v_j - v_i)\\Bigr) + A_i^{-1}\\frac{h}{m}F_i",
      code: { file: "src/papers/kim06/artificial-inertia.ts", words: "artificial inertia" },
      erratum: {
        printed: "A_i^{-1}\\Bigl((A_i - I)\\,v_i + \\frac{h^2}{m}\\sum_j K_{ij}(v_j - v_i)\\Bigr)",
        why: "With $A_i - I$ a free particle would lose its velocity in one step.",
      },
    },
    {
      place: "eq. 10",
      text: "Desbrun's method: $K_{ij} = k_{ij}I$, so that the matrix is constant and a number in each block.",
      tex: "\\Bigl(I - \\frac{h^2}{m}H\\Bigr)v^* = v + \\frac{h}{m}F, \\qquad H_{ij} = k_{ij},\\; H_{ii} = -\\sum_j k_{ij}",
      code: { file: "src/methods/desbrun.ts", words: "[Kim06, eq. 10]" },
    },
    {
      place: "eq. 11",
      text: "Kang's first method: the same numbers for blocks, two Jacobi sweeps.",
      tex: "\\tilde v_i = \\frac{v_i + \\frac hm F_i + \\frac{h^2}{m}\\sum_j k_{ij}v_j}{1 + \\frac{h^2}{m}\\sum_j k_{ij}}, \\qquad v_i^* = \\frac{v_i + \\frac hm F_i + \\frac{h^2}{m}\\sum_j k_{ij}\\tilde v_j}{1 + \\frac{h^2}{m}\\sum_j k_{ij}}",
      code: { file: "src/methods/scalar-jacobi.ts", words: "[Kim06, eq. 11]" },
    },
    {
      place: "eq. 12",
      text: "Kang's second method: blocks along the springs alone. What a tense spring does across its direction is left to the explicit part.",
      tex: "K_{ij} = k\\,P",
      code: { file: "src/forces/spring-jacobian.ts", words: "[Kang02, eq. 11]" },
    },
  ],
  slips: [
    {
      place: "Table 1",
      printed: "$x_{ij}$ is the position of $i$ with respect to $j$",
      right: "of $j$ as seen from $i$: the formula $x_j - x_i$ is right",
    },
    {
      place: "Section 2.2",
      printed: "stability is inversely proportional to $kh^2/m$",
      right:
        "symplectic Euler is stable if and only if $h^2\\lambda < 4$ for the largest eigenvalue $\\lambda$ of $M^{-1}\\mathrm{Lap}(K)$",
    },
    {
      place: "Section 3",
      printed: "the asymmetric law makes $I + (h^2/m)\\sum_j K_{ij}$ positive definite",
      right:
        "type 2 springs in compression still add $k(1 - L/r)Q$, which is negative: we clamp it at 0, or leave type 2 out of the matrix",
    },
    { place: "Sections 3 and 4.1", printed: "references to eq. 14 and eq. 3", right: "eq. 4 and 5 are meant, and eq. 5" },
    {
      place: "Section 4.1",
      printed: "Desbrun's method resists even translation",
      right: "its rows sum to the mass, so a free body falls exactly; only pins, or a solve that stops early, hold it back",
    },
    {
      place: "Section 5",
      printed: "damping $d = 0.05$; which neighbours a spring joins",
      right: "not specified: we take a viscous force $-0.05\\,v$, implicit, and Choi and Ko's neighbours",
    },
  ],
};
