import type { Chapter } from "../chapter.ts";

export const ERTEKIN_CHAPTER: Chapter = {
  intro:
    "A survey with an implementation: structural, shear and flexion springs on a rectangular or equilateral mesh, an explicit step, the implicit one and the blend between them, and what can be done about collisions. Its own program moves particles out of bodies (position alteration); the impulses of Bridson and of Selle, Baraff's correction inside the implicit step and the height field of Neal's CollisionGrid are described and are built here too.",
  equations: [
    {
      place: "sec. 4",
      text: "The force of springs and damping on a mass, summed over its springs:",
      tex: "F_i = \\sum_j \\bigl[k_s\\,(r - L)\\,u + k_d\\,(v_{ij}\\cdot u)\\,u\\bigr]",
      code: { file: "src/forces/spring-force.ts", words: "[Kim06, sec. 2.1]" },
      erratum: {
        printed: "F_i = -k_s\\,\\Delta x_i - k_d\\,\\Delta v_i",
        why: "$\\Delta$ is the difference to the other end and to the rest length, spring by spring. Elsewhere Hooke's law is printed as $-k\\dot x$ for $-kx$.",
      },
    },
    {
      place: "sec. 5.1",
      text: "What the paper calls explicit Euler moves with the new velocity. It is symplectic Euler, and has a largest step, $h \\propto 1/\\sqrt k$:",
      tex: "v^* = v + \\frac{h}{m}F, \\qquad x^* = x + h\\,v^*",
      code: { file: "src/methods/symplectic-euler.ts", words: "[Ertekin14, sec. 5.1]" },
    },
    {
      place: "sec. 5.2",
      text: "The blend of two ends of the step. At $\\lambda = 0$ it is forward Euler, with the old velocity, unstable at any step without damping: another method than that of sec. 5.1 under the same name. At $\\lambda = 1$ it is implicit Euler, at $\\tfrac12$ of second order.",
      tex: "Y^* = Y + h\\,\\bigl[(1-\\lambda)\\,f(Y) + \\lambda\\,f(Y^*)\\bigr]",
      code: { file: "src/methods/implicit/theta.ts", words: "[Ertekin14, sec. 5.2]" },
    },
    {
      place: "sec. 5.3",
      text: "Rosenbrock's method, which the paper names and does not print: four solves with one matrix, of fourth order. With $y = (x, v)$, $y' = f(y)$ and $J = \\partial f/\\partial y$ at the start, $\\gamma$, $a$, $b$, $c$ being Shampine's numbers:",
      tex: "\\Bigl(\\frac{1}{\\gamma h} - J\\Bigr)g_i = f\\Bigl(y + \\sum_{j<i} a_{ij}g_j\\Bigr) + \\frac1h\\sum_{j<i} c_{ij}g_j, \\qquad y^* = y + \\sum_i b_ig_i",
      code: { file: "src/methods/rosenbrock.ts", words: "[Ertekin14, sec. 5.3" },
    },
    {
      place: "sec. 6, Baraff",
      text: "A displacement $y_i$ that a collision asks for, taken into the implicit step so that the neighbours feel it there and not as a jolt:",
      tex: "\\Delta x_i = h\\,(v_i + \\Delta v_i) + y_i, \\qquad A\\,\\Delta v = h\\,\\bigl(F - h\\,\\mathrm{Lap}(K)\\,v - \\mathrm{Lap}(K)\\,y\\bigr)",
      code: { file: "src/methods/implicit/theta.ts", words: "Baraff's correction y" },
    },
    {
      place: "sec. 6, Bridson",
      text: "The impulse between a point and a triangle at the barycentric point $w$, along a normal $n$ from the triangle to the point:",
      tex: "\\tilde I = \\frac{2I}{1 + w_1^2 + w_2^2 + w_3^2}, \\qquad v_i \\leftarrow v_i + w_i\\frac{\\tilde I}{m}\\,n, \\qquad v_4 \\leftarrow v_4 - \\frac{\\tilde I}{m}\\,n",
      code: { file: "src/contact/surfaces/contact-list.ts", words: "[Bridson02, sec. 7]" },
      erratum: {
        printed: "x_1x_2x_3 \\text{ “interior points”}",
        why: "They are its corners, $w$ are the weights of the interior point. The signs separate only if $n$ points from the triangle to the point and $I$ has the sign of the approaching velocity; the masses are taken to be equal.",
      },
    },
    {
      place: "sec. 6, edges",
      text: "and between two edges at $a$ and $b$:",
      tex: "\\tilde I = \\frac{2I}{a^2 + (1-a)^2 + b^2 + (1-b)^2}",
      code: { file: "src/contact/surfaces/contact-list.ts", words: "[Bridson02, sec. 7]" },
    },
    {
      place: "sec. 6, Selle",
      text: "The elastic repulsion of what is nearer than the thickness $\\tau$, $d$ deep, at most so large that the pair parts with $0.1\\,d/h$:",
      tex: "I_r = -\\min\\Bigl(h\\,k\\,d,\\; \\frac m2\\Bigl(\\frac{0.1\\,d}{h} - v_n\\Bigr)\\Bigr), \\qquad d = \\tau - (x_4 - w_1x_1 - w_2x_2 - w_3x_3)\\cdot n",
      code: { file: "src/contact/surfaces/repulsion.ts", words: "[Ertekin14, sec. 6" },
      erratum: {
        printed: "m\\Bigl(\\frac{0.1\\,d}{h} - v_n\\Bigr), \\qquad d = \\tau - (x_4 + w_1x_1 - w_2x_2 - w_3x_3)\\,n",
        why: "An impulse $I$ changes the relative velocity by $2I/m$, so that $m$ for $m/2$ overshoots to $0.2\\,d/h$. The sign of $w_1x_1$ is a slip. The paper has $h$ for both the step and the thickness.",
      },
    },
    {
      place: "sec. 6, CollisionGrid",
      text: "A body as heights $H$ over a grid: bilinear between four of them, and a particle below is lifted onto it.",
      tex: "p_z < H(p_x, p_y) + \\varepsilon \\;\\Rightarrow\\; p_z = H + \\varepsilon, \\qquad n \\propto (-H_x, -H_y, 1)",
      code: { file: "src/contact/shapes/height-field.ts", words: "[Ertekin14, sec. 6]" },
    },
  ],
  slips: [
    { place: "Section 6", printed: "inelastic repulsion impulse $I_c = mv_n/2$", right: "the inelastic collision impulse" },
    { place: "Sections 3 and 5", printed: "Rosenbrook, Desburn", right: "Rosenbrock, Desbrun" },
    { place: "Section 6", printed: "no friction", right: "from Bridson, as in his paper" },
  ],
};
