/** One thing in the code's notation and in that of the five papers, as they print it; "–" where a paper does not have it. */
export interface Notation {
  readonly what: string;
  readonly ours: string;
  readonly kim06: string;
  readonly ertekin14: string;
  readonly oh04: string;
  readonly kang02: string;
  readonly choi13: string;
}

export const NOTATIONS: readonly Notation[] = [
  { what: "time step", ours: "$h$", kim06: "$\\Delta t$", ertekin14: "$h$, $\\Delta t$", oh04: "$h$", kang02: "$h$", choi13: "$h$" },
  {
    what: "new value",
    ours: "$v^*$",
    kim06: "$\\mathbf v^*$",
    ertekin14: "$v^{t+h}$",
    oh04: "$\\mathbf v^{(n+1)}$",
    kang02: "$\\mathbf v^{t+h}$",
    choi13: "$\\mathbf v^{n+1}$",
  },
  {
    what: "from $i$ to $j$",
    ours: "$x_{ij} = x_j - x_i$",
    kim06: "$\\mathbf x_{ij} = \\mathbf x_j - \\mathbf x_i$",
    ertekin14: "–",
    oh04: "$\\mathbf x_{ij} = \\mathbf x_i - \\mathbf x_j$",
    kang02: "$\\mathbf x_j - \\mathbf x_i$",
    choi13: "$\\mathbf x_{ij} = \\mathbf x_j - \\mathbf x_i$",
  },
  {
    what: "length now, direction",
    ours: "$r$, $u$",
    kim06: "$|\\mathbf x_{ij}|$",
    ertekin14: "–",
    oh04: "$|\\mathbf x_{ij}|$",
    kang02: "$|\\mathbf x_j - \\mathbf x_i|$",
    choi13: "$|\\mathbf x_{ij}|$",
  },
  { what: "rest length", ours: "$L$", kim06: "$L_{ij}$", ertekin14: "–", oh04: "$l_{ij}^0$", kang02: "$l_{ij}^0$", choi13: "$L_{ij}$" },
  {
    what: "stiffness of a spring",
    ours: "$k$",
    kim06: "$k_{ij}$",
    ertekin14: "$k$, $k_s$",
    oh04: "$k_{ij}$",
    kang02: "$\\kappa_{ij}$",
    choi13: "$k_{ij}$",
  },
  {
    what: "force on $i$ by $j$",
    ours: "$f_{ij}$",
    kim06: "$\\mathbf f_{ij}$",
    ertekin14: "–",
    oh04: "$\\mathbf f_{ij}$",
    kang02: "$\\mathbf f_i^j$",
    choi13: "$-\\partial E_{ij}/\\partial\\mathbf x_i$",
  },
  {
    what: "block of the Jacobian, positive where it is stiff",
    ours: "$K_{ij}$",
    kim06: "$\\partial\\mathbf f_{ij}/\\partial\\mathbf x_{ij}$",
    ertekin14: "–",
    oh04: "$\\mathbf J_{ij}$",
    kang02: "$\\mathbf J_{ij}$",
    choi13: "$\\partial\\mathbf f_i/\\partial\\mathbf x_j$",
  },
  {
    what: "derivative of all forces",
    ours: "$-\\mathrm{Lap}(K)$",
    kim06: "$\\partial\\mathbf F/\\partial\\mathbf x$, $\\mathbf H$",
    ertekin14: "–",
    oh04: "$\\partial\\mathbf f/\\partial\\mathbf x$",
    kang02: "$\\mathbf J$",
    choi13: "$\\partial\\mathbf F/\\partial\\mathbf x$",
  },
  {
    what: "system matrix",
    ours: "$A = M + hC + h^2\\mathrm{Lap}(K)$",
    kim06: "$\\mathbf I - \\frac{\\Delta t^2}{m}\\frac{\\partial\\mathbf F}{\\partial\\mathbf x}$",
    ertekin14: "–",
    oh04: "$\\mathbf M - h\\frac{\\partial\\mathbf f}{\\partial\\mathbf v} - h^2\\frac{\\partial\\mathbf f}{\\partial\\mathbf x}$",
    kang02: "$\\mathbf W = \\mathbf M - h^2\\mathbf J$",
    choi13:
      "$A = \\mathbf I - h\\mathbf M^{-1}\\frac{\\partial\\mathbf F}{\\partial\\mathbf v} - h^2\\mathbf M^{-1}\\frac{\\partial\\mathbf F}{\\partial\\mathbf x}$",
  },
  {
    what: "what is solved for",
    ours: "$\\Delta v$ or $v^*$",
    kim06: "$\\mathbf v^*$",
    ertekin14: "–",
    oh04: "$\\Delta\\mathbf v$",
    kang02: "$\\Delta\\mathbf v^{t+h}$",
    choi13: "$\\Delta\\mathbf v$",
  },
  {
    what: "sweeps a step",
    ours: "$\\eta$",
    kim06: "$\\eta$",
    ertekin14: "–",
    oh04: "–",
    kang02: "$k$ updates are $\\eta = k + 1$",
    choi13: "–",
  },
  { what: "viscous damping", ours: "$c$", kim06: "$d$", ertekin14: "$k_d$", oh04: "$k^{damp}$", kang02: "$C_d$", choi13: "–" },
  {
    what: "predicted place",
    ours: "$\\hat x = x + hv$",
    kim06: "–",
    ertekin14: "–",
    oh04: "$\\hat{\\mathbf x}$",
    kang02: "–",
    choi13: "$\\mathbf x_i^*$",
  },
  { what: "thickness", ours: "$\\tau$", kim06: "–", ertekin14: "$h$", oh04: "–", kang02: "–", choi13: "–" },
];
