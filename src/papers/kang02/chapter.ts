import type { Chapter } from "../chapter.ts";

export const KANG_CHAPTER: Chapter = {
  intro:
    "Kang and Cho start from the implicit Euler step and keep its $3 \\times 3$ blocks, where their first method had numbers. The system is not solved: each particle's equation is solved for its own velocity change with those of its neighbours taken from the last round, a Jacobi iteration, and one update of the first guess is said to be enough. Everything that is stored belongs to a spring or a particle, so a step costs $O(n + e)$ for $n$ particles and $e$ springs. One update is two Jacobi sweeps in Kim's counting.",
  equations: [
    {
      place: "eq. 1–8",
      text: "Backward Euler, linearised, for the velocity change $\\Delta v$:",
      tex: "(M - h^2J)\\,\\Delta v = h\\,f + h^2J\\,v",
      code: { file: "src/methods/implicit/implicit-system.ts", words: "[Kang02, eq. 8]" },
      erratum: {
        printed: "M = \\begin{bmatrix}M_1&0&\\cdots\\\\0&M_1&\\cdots\\\\\\vdots&\\vdots&\\ddots\\end{bmatrix}",
        why: "In eq. 2 the second diagonal block is $M_2$.",
      },
    },
    {
      place: "eq. 9",
      text: "Hooke's law for the spring between $i$ and $j$:",
      tex: "f_{ij} = k_{ij}\\,(r - L)\\,u",
      code: { file: "src/forces/spring-force.ts", words: "[Kang02, eq. 9]" },
    },
    {
      place: "eq. 10",
      text: "and its derivative:",
      tex: "K_{ij} = k\\,\\frac{r-L}{r}\\,I + k\\,\\frac{L}{r}\\,\\frac{x_{ij}x_{ij}^{\\mathsf T}}{r^2}",
      code: { file: "src/forces/spring-jacobian.ts", words: "[Kim06, eq. 1]" },
      erratum: {
        printed: "k\\,\\frac{r-L}{r^3}\\,I + k\\,\\frac{L}{r^3}\\,\\frac{x_{ij}x_{ij}^{\\mathsf T}}{r^2}",
        why: "Both denominators are $r$, not $r^3$: differentiate $k(1 - L/r)x$.",
      },
    },
    {
      place: "eq. 11",
      text: "It fails where a spring is short, so the paper puts $L = r$: the block along the spring alone.",
      tex: "J_{ij} = k\\,P",
      code: { file: "src/forces/spring-jacobian.ts", words: "[Kang02, eq. 11]" },
    },
    {
      place: "eq. 12–14",
      text: "With $W = M - h^2J$, whose blocks are symmetric, and the springs' viscosity $hJv$ taken to the force:",
      tex: "W_i = m_i I + h^2\\sum_j J_{ij}, \\qquad \\tilde f_i = f_i + h\\sum_j J_{ij}(v_j - v_i), \\qquad W\\Delta v = h\\tilde f",
      code: { file: "src/methods/block-jacobi.ts", words: "[Kang02, eq. 16–20]" },
    },
    {
      place: "eq. 16–19",
      text: "The Jacobi iteration:",
      tex: "\\Delta v_i^{(0)} = p_i = h\\,W_i^{-1}\\tilde f_i, \\qquad \\Delta v_i^{(k+1)} = p_i + h^2\\,W_i^{-1}\\sum_j J_{ij}\\,\\Delta v_j^{(k)}",
      code: { file: "src/linalg/block-sweep.ts", words: "[Kang02, eq. 19]" },
    },
    {
      place: "eq. 20",
      text: "The published step takes one update, two sweeps in Kim's counting:",
      tex: "\\Delta v_i \\approx p_i + h^2\\,W_i^{-1}\\sum_j J_{ij}\\,p_j",
      code: { file: "src/methods/block-jacobi.ts", words: "[Kang02, eq. 16–20]" },
    },
    {
      place: "eq. 21–23",
      text: "Damping against the velocity:",
      tex: "f_d = -c\\,v, \\qquad (W + hc\\,I)\\,\\Delta v = h\\,(f - c\\,v) + h^2J\\,v",
      code: { file: "src/forces/damping.ts", words: "[Kang02, eq. 21]" },
      erratum: {
        printed: "(W + hc\\,I)\\,\\Delta v = h\\,f + h^2J\\,v",
        why: 'Without $-c\\,v$ on the right only changes of velocity are damped: a coasting sheet is not damped at all, and a falling one has no terminal speed. `damping: "printed"` is this form.',
      },
    },
    {
      place: "eq. 24",
      text: "Damping against the neighbours, which leaves a rigid motion alone:",
      tex: "f_{d,i} = -c\\sum_j (v_i - v_j)",
      code: { file: "src/forces/damping.ts", words: "[Kang02, eq. 24 with its indices restored]" },
      erratum: { printed: "f_d = -c\\sum_{(i,j)\\in E}(v - v)", why: "The indices are lost." },
    },
    {
      place: "eq. 25",
      text: "The iteration with it, $n_i$ neighbours of particle $i$:",
      tex: "\\Delta v_i \\leftarrow (W_i + n_i\\,hc\\,I)^{-1}\\Bigl(h\\tilde f_i + \\sum_j (h^2J_{ij} + hc\\,I)\\,\\Delta v_j\\Bigr)",
      code: { file: "src/methods/implicit/sweep-solver.ts", words: "[Kang02, eq. 22–25]" },
      erratum: {
        printed:
          "W_i'^{-1}\\Bigl(hf_i + h^2\\sum J_{ij}' + \\Delta v_j\\Bigr), \\quad W_i' = (W_i + n_i hc\\,I)^{-1},\\; J_{ij}' = J_{ij} + hc\\,I",
        why: "$W'$ is inverted twice, a sum stands for a product, $h^2J'$ needs $c/h$ where $hc$ is printed, and $f_i$ is $\\tilde f_i$.",
      },
    },
  ],
  slips: [
    {
      place: "after eq. 12",
      printed: "the diagonal is the sum of the off-diagonal blocks and the mass",
      right: "the mass less their sum: they are negative",
    },
    { place: "Table 3", printed: "$p_i \\leftarrow p_i + h^2J_{ij}(v_i - v_j)$", right: "$v_j - v_i$, as in eq. 13" },
    {
      place: "Section 1",
      printed: "the first method updates in $O(n^2)$",
      right: "$O(n + e)$: it looks at each spring a fixed number of times",
    },
    {
      place: "Section 5",
      printed: "3025 polygons at 0.0108 s an update run in real time with steps of 1/120 s",
      right: "a step of 8.3 ms that takes 10.8 runs at 0.77 of real time",
    },
  ],
};
