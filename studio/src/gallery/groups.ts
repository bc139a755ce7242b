import type { SceneEntry } from "../page/scenes.ts";
import { type CardLink, FEATURED } from "./featured.ts";

/** A scene of the gallery and the link that opens it. */
export interface Exhibit {
  readonly entry: SceneEntry;
  readonly link: CardLink;
}

/** Scenes that stand together in the gallery. */
export interface ExhibitGroup {
  readonly title: string;
  readonly look: "large" | "small";
  readonly exhibits: readonly Exhibit[];
}

/** The papers by the first word of their scenes' names, in the order of their years. */
export const PAPERS: Readonly<Record<string, string>> = {
  kang02: "Kang & Cho 2002, Complex Deformable Objects in Virtual Reality",
  oh04: "Oh, Ahn & Wohn 2004, A New Implicit Integration Method for Low Damped Cloth Simulation",
  kim06: "Kim 2006, A Scalable Semi-Implicit Method for Realtime Cloth Simulation",
  choi13: "Choi 2013, Linear Models for Real-time Clothing Simulation",
  ertekin14: "Ertekin 2014, Cloth Simulation",
  methods: "All methods on one scene",
  physics: "Physics: forms and motions that are known exactly",
};

/** The gallery's groups: the featured scenes in their order, the others, and the experiments paper by paper. */
export function groupScenes(entries: readonly SceneEntry[]): ExhibitGroup[] {
  const featured = FEATURED.flatMap((link) => {
    const entry = entries.find(({ name }) => name === link.scene);
    return entry === undefined ? [] : [{ entry, link }];
  });
  const isFeatured = ({ name }: SceneEntry): boolean => FEATURED.some(({ scene }) => scene === name);
  const others = entries.filter((entry) => entry.paper === undefined && !isFeatured(entry));
  const papers = Object.entries(PAPERS).map(([paper, title]): ExhibitGroup => {
    return { title, look: "small", exhibits: entries.filter((entry) => entry.paper === paper).map(plainExhibit) };
  });
  return [
    { title: "Scenes", look: "large", exhibits: featured },
    { title: "More scenes", look: "small", exhibits: others.map(plainExhibit) },
    ...papers,
  ];
}

function plainExhibit(entry: SceneEntry): Exhibit {
  return { entry, link: { scene: entry.name, options: {} } };
}

/** Whether every word of a query stands somewhere in what a card says, or in the title above it. */
export function matchesQuery({ name, title, description }: SceneEntry, groupTitle: string, query: string): boolean {
  const text = `${name} ${title} ${description} ${groupTitle}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
