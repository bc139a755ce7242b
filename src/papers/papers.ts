import type { PaperKey } from "./experiment.ts";

export interface Paper {
  readonly key: PaperKey;
  /** As comments and docs/papers.bib name it. */
  readonly name: string;
  readonly authors: string;
  readonly title: string;
  readonly where: string;
}

/** The papers in the order of the report. */
export const PAPERS: readonly Paper[] = [
  {
    key: "kim06",
    name: "Kim06",
    authors: "Myoung-Jun Kim",
    title: "A Scalable Semi-Implicit Method for Realtime Cloth Simulation",
    where: "Ewha Womans University, 2006",
  },
  {
    key: "ertekin14",
    name: "Ertekin14",
    authors: "Burak Ertekin",
    title: "Cloth Simulation",
    where: "MSc Computer Animation and Visual Effects, 2014",
  },
  {
    key: "oh04",
    name: "Oh04",
    authors: "Seungwoo Oh, Junghyun Ahn, Kwangyun Wohn",
    title: "A New Implicit Integration Method for Low Damped Cloth Simulation",
    where: "Korea Advanced Institute of Science and Technology, 2004",
  },
  {
    key: "kang02",
    name: "Kang02",
    authors: "Young-Min Kang, Hwan-Gue Cho",
    title: "Complex Deformable Objects in Virtual Reality",
    where: "VRST 2002",
  },
  {
    key: "choi13",
    name: "Choi13",
    authors: "Bong-Ouk Choi",
    title: "Linear Models for Real-time Clothing Simulation",
    where: "thesis, Seoul National University, 2013",
  },
  {
    key: "methods",
    name: "Methods",
    authors: "the methods of the five papers, and some more",
    title: "All methods on one scene",
    where: "cost, strain and motion beside each other",
  },
  {
    key: "physics",
    name: "Physics",
    authors: "Euler, Bernoulli, Rayleigh and others",
    title: "Answers that are known without a paper",
    where: "textbook results, at several resolutions",
  },
];
