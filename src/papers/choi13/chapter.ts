import type { Chapter } from "../chapter.ts";

export const CHOI_CHAPTER: Chapter = {
  intro:
    "The system matrix of an implicit step changes because the energy of a spring is measured against its length, $(|x| - L)^2$. The thesis measures it against a vector that is predicted at the start of the step and stays fixed during it, $|x - x^*|^2$. Force and matrix are then linear: the matrix is one number a block, never changes, and is factored once by sparse Cholesky. What decides the quality is the prediction of the direction: that of now (Desbrun's choice, which brakes every turn), a turn that goes on as it did (IER for edges, IAR for the axes of triangles), or particles that fly on as they did (IVT). Bending is Volino and Thalmann's, which is linear by itself.",
  equations: [
    {
      place: "eq. 1.6–1.11",
      text: "The implicit step, with symmetric matrix for any masses:",
      tex: "\\Bigl(M - h\\frac{\\partial F}{\\partial v} - h^2\\frac{\\partial F}{\\partial x}\\Bigr)\\Delta v = h\\Bigl(F + h\\frac{\\partial F}{\\partial x}v\\Bigr), \\qquad \\Delta x = h\\,(v + \\Delta v)",
      code: { file: "src/methods/implicit/implicit-system.ts", words: "[Choi13, eq. 1.8" },
      erratum: {
        printed:
          "\\Bigl(I - hM^{-1}\\frac{\\partial F}{\\partial v} - h^2M^{-1}\\frac{\\partial F}{\\partial x}\\Bigr)\\Delta v = \\cdots, \\qquad \\Delta x = v + \\Delta v",
        why: "The printed matrix is symmetric for equal masses only, and $\\Delta x$ lacks the step.",
      },
    },
    {
      place: "eq. 3.3",
      text: "The energy of an edge and its force, $x_{ij}^*$ held fixed:",
      tex: "E_{ij} = \\tfrac12k\\,|x_{ij} - x_{ij}^*|^2, \\qquad f_i = \\sum_j k\\,(x_{ij} - x_{ij}^*), \\qquad \\frac{\\partial f_i}{\\partial x_j} = k\\,I",
      code: { file: "src/forces/linear-edge-force.ts", words: "[Choi13, eq. 3.3]" },
    },
    {
      place: "eq. 3.4",
      text: "The direction of now, Desbrun's choice:",
      tex: "x_{ij}^* = L\\,\\frac{x_{ij}^n}{|x_{ij}^n|}",
      code: { file: "src/forces/linear-edge-force.ts", words: "[Choi13, eq. 3.4]" },
    },
    {
      place: "eq. 3.5–3.9",
      text: "Inertial edge rotation (IER): the edge turns on as it turned, $R$ by Rodrigues' formula. Of second order, $\\omega = 2\\omega^n - \\omega^{n-1}$.",
      tex: "x_{ij}^* = L\\,\\frac{R(h\\omega)\\,x_{ij}^n}{|x_{ij}^n|}, \\qquad h\\,\\omega^n = \\angle(x_{ij}^{n-1}, x_{ij}^n)\\,\\frac{x_{ij}^{n-1}\\times x_{ij}^n}{|x_{ij}^{n-1}\\times x_{ij}^n|}",
      code: { file: "src/forces/inertial-rotation.ts", words: "[Choi13, eq. 3.5" },
      erratum: {
        printed: "\\frac{x_{ij}^{n-1}\\times x_{ij}^n}{|x_{ij}^{n-1}\\times x_{ij}^n|}",
        why: "An edge that does not turn gives $0/0$: then $\\omega = 0$. The angle by $\\mathrm{atan2}$, not by a cosine.",
      },
    },
    {
      place: "eq. 3.12, 3.14",
      text: "Inertial vertex translation (IVT): the vertices fly on, of first and of second order. A constant acceleration would have 1 in place of the $\\tfrac12$, but keep it: on a rotation by $\\theta$ a step its direction is right to third order, where 1 and 0 err by $\\pm\\theta^3$.",
      tex: "x_i^* = 2x_i^n - x_i^{n-1} \\;\\bigl[\\,+\\tfrac12(x_i^n - 2x_i^{n-1} + x_i^{n-2})\\bigr]",
      code: { file: "src/methods/implicit/motion-history.ts", words: "[Choi13, eq. 3.12, 3.14]" },
    },
    {
      place: "eq. 3.10–3.16",
      text: "Both in general, with weights to choose, over as many steps back as one likes:",
      tex: "\\omega = \\sum_{m=0}^{M}\\alpha_m\\,\\omega^{n-m}, \\qquad x_i^* = \\sum_{m=0}^{M}\\alpha_m\\,x_i^{n-m}",
      code: { file: "src/methods/linear/prediction.ts", words: "Choi13" },
    },
    {
      place: "eq. 3.17",
      text: "and the edge between them, at its rest length:",
      tex: "x_{ij}^* = L\\,\\frac{x_j^* - x_i^*}{|x_j^* - x_i^*|}",
      code: { file: "src/forces/linear-edge-force.ts", words: "[Choi13, eq. 3.17]" },
    },
    {
      place: "eq. 4.1–4.3",
      text: "A triangle maps the flat cloth $(u, v)$ to space; its two axes are sums over its corners, with weights of the flat triangle:",
      tex: "S_u = a\\,x_i + b\\,x_j + c\\,x_k, \\qquad S_v = p\\,x_i + q\\,x_j + r\\,x_k",
      code: { file: "src/forces/triangle-elements.ts", words: "[Choi13, eq. 4.2–4.3]" },
    },
    {
      place: "eq. 4.4–4.6",
      text: "The conventional energies of stretch and shear, $A$ the area; $\\tilde u, \\tilde v$ are the axes turned by 45 degrees:",
      tex: "E = \\tfrac12A\\bigl[k_u(|S_u|-1)^2 + k_v(|S_v|-1)^2\\bigr] + \\tfrac12A\\bigl[k_{\\tilde u}(|S_{\\tilde u}|-1)^2 + k_{\\tilde v}(|S_{\\tilde v}|-1)^2\\bigr]",
      code: { file: "src/forces/triangle-axes.ts", words: "[Choi13, eq. 4.4, 4.6]" },
      erratum: { printed: "\\text{axes rotated by } +90^\\circ", why: "Eq. 4.8 has 45 degrees, and 90 would be stretch again." },
    },
    {
      place: "eq. 4.7–4.8",
      text: "and the linear ones, with predicted unit vectors:",
      tex: "E = \\tfrac12A\\sum_{s\\in\\{u,v\\}} k_s|S_s - S_s^*|^2 + \\tfrac12A\\Bigl[k_{\\tilde u}\\Bigl|\\tfrac{S_u+S_v}{\\sqrt2} - S_{\\tilde u}^*\\Bigr|^2 + k_{\\tilde v}\\Bigl|\\tfrac{S_u-S_v}{\\sqrt2} - S_{\\tilde v}^*\\Bigr|^2\\Bigr]",
      code: { file: "src/forces/linear-triangle-force.ts", words: "[Choi13, eq. 4.7–4.8]" },
    },
    {
      place: "eq. 4.9–4.16",
      text: "Inertial axes rotation (IAR) turns each axis on like an edge; shear targets are axes of their own or the bisectors of the two:",
      tex: "S_{\\tilde u}^* = \\frac{S_u^* + S_v^*}{|S_u^* + S_v^*|}, \\qquad S_{\\tilde v}^* = \\frac{S_u^* - S_v^*}{|S_u^* - S_v^*|}",
      code: { file: "src/forces/linear-triangle-force.ts", words: "[Choi13, eq. 4.15–4.16]" },
    },
    {
      place: "eq. 4.17–4.18",
      text: "IVT for triangles. The targets must be unit vectors:",
      tex: "S_u^* = \\frac{a\\,x_i^* + b\\,x_j^* + c\\,x_k^*}{|a\\,x_i^* + b\\,x_j^* + c\\,x_k^*|}",
      code: { file: "src/forces/linear-triangle-force.ts", words: "[Choi13, eq. 4.7–4.8]" },
      erratum: {
        printed: "S_u^* = a\\,x_i^* + b\\,x_j^* + c\\,x_k^*",
        why: "Without the norm the target follows every stretch, and there is no restoring force at all.",
      },
    },
    {
      place: "eq. 5.1–5.13",
      text: "Volino and Thalmann's bending vector of an edge $(k, l)$ with the triangles' other corners $i$ and $j$, with signed doubled areas $N$ of the flat shape; the force on corner $a$ goes along it:",
      tex: "R = \\sum_a \\alpha_a x_a, \\qquad F_a = -\\lambda\\,\\alpha_a R, \\qquad \\alpha_i = \\frac{N_j}{N_i+N_j},\\; \\alpha_j = \\frac{N_i}{N_i+N_j}, \\qquad \\alpha_k = -\\frac{N_l}{N_k+N_l},\\; \\alpha_l = -\\frac{N_k}{N_k+N_l}",
      code: { file: "src/forces/hinges.ts", words: "[Choi13, eq. 5.1–5.15]" },
      erratum: {
        printed: "|N_i|,\\; |N_j|,\\; |N_k|,\\; |N_l|",
        why: "Areas without sign give a flat pair that is not convex a bending of its own.",
      },
    },
    {
      place: "eq. 5.14",
      text: "Its stiffness for a plate of modulus $\\mu$, $l$ the length of the edge:",
      tex: "\\lambda = 2\\,\\frac{|N_i| + |N_j|}{(|N_i||N_j|)^2}\\,l^4\\mu",
      code: { file: "src/fabric/hinge.ts", words: "[Choi13, eq. 5.14, corrected]" },
      erratum: {
        printed: "\\lambda = \\tfrac23\\,\\frac{|N_i| + |N_j|}{(|N_i||N_j|)^2}\\,l\\,\\mu",
        why: "With $l^1$ the unit cannot be right, and a finer mesh would be stiffer without end; with $l^4$ the energy of a bent plate does not depend on the mesh. The factor 2 makes it that of the plate, where 2/3 gives a third.",
      },
    },
    {
      place: "eq. 5.15",
      text: "The constant Jacobian of bending:",
      tex: "\\frac{\\partial F_i}{\\partial x_j} = -\\lambda\\,\\alpha_i\\alpha_j\\,I",
      code: { file: "src/forces/hinges.ts", words: "[Choi13, eq. 5.15" },
      erratum: { printed: "-\\lambda\\,\\alpha_i\\alpha_k\\,I", why: "A slip of the index." },
    },
    {
      place: "eq. 6.18–6.19",
      text: "Cholesky's factorisation, column by column; rows and columns are renumbered first so that few zeros are filled:",
      tex: "A = \\begin{bmatrix} a_{11} & A_{21}^{\\mathsf T}\\\\ A_{21} & A_{22}\\end{bmatrix} = \\begin{bmatrix}\\sqrt{a_{11}} & 0\\\\ A_{21}/\\sqrt{a_{11}} & L_1\\end{bmatrix}\\begin{bmatrix}\\sqrt{a_{11}} & A_{21}^{\\mathsf T}/\\sqrt{a_{11}}\\\\ 0 & L_1^{\\mathsf T}\\end{bmatrix}, \\qquad L_1L_1^{\\mathsf T} = A_{22} - \\frac{A_{21}A_{21}^{\\mathsf T}}{a_{11}}",
      code: { file: "src/linalg/sparse-cholesky.ts", words: "[Choi13, sec. 6.2]" },
    },
  ],
  slips: [
    { place: "Section 3.2", printed: "damping: $\\partial F/\\partial x$ is also constant", right: "$\\partial F/\\partial v$" },
    {
      place: "Section 3.2",
      printed: "the previous direction's side effect is persistent even when small time steps are used",
      right: "the brake is of first order in the step: a rate of $2kh/m$ for two masses on a spring",
    },
    { place: "before eq. 3.17", printed: "estimate $x_i^*$", right: "$x_{ij}^*$" },
    { place: "Section 4.1", printed: "3D material space", right: "two-dimensional" },
    { place: "before eq. 4.13", printed: "perpendicular to $S_u^*$, $S_v^*$", right: "their bisectors" },
    {
      place: "chapters 3 to 6",
      printed: "$A$ is both an area and the matrix, $R$ both a rotation and the bending vector",
      right: "$A$ is an area in chapter 4 and the matrix in chapter 6, $R$ a rotation in chapter 3 and the bending vector in chapter 5",
    },
    {
      place: "eq. 4.4–4.8",
      printed: "energies with the area $A$ once",
      right: "right so, but Baraff and Witkin's have $A^2$: the constants of the two do not mix",
    },
    { place: "eq. 6.1, 6.4", printed: "the force of one spring, of one triangle", right: "summed over neighbours" },
    {
      place: "Table 6.1",
      printed: "least eigenvalue 0.9817",
      right: "$I + h^2M^{-1}K$ with $K$ positive semidefinite has none below 1; a free panel exactly 1",
    },
    {
      place: "Table 7.1",
      printed: "reduction rate: the original divided by the reordered",
      right: "the reordered divided by the original",
    },
    {
      place: "chapter 7",
      printed: "edge-based IER above 5 times as fast",
      right: "that is IVT, 5.53 at 4219 vertices; IER has 3.28 there",
    },
  ],
};
