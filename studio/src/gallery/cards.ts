import { formatLink } from "../page/link.ts";
import { type Exhibit, type ExhibitGroup, matchesQuery } from "./groups.ts";

/** A card of the gallery: a link with the scene's picture, title and description. */
export interface Card {
  readonly exhibit: Exhibit;
  readonly link: HTMLAnchorElement;
  /** Where the picture is, and the scene when it plays. */
  readonly picture: HTMLElement;
}

/** A group of cards under its title. */
export interface Shelf {
  readonly section: HTMLElement;
  readonly cards: readonly Card[];
  /** Shows the cards that have the words of a query, and tells how many there are. */
  filter(query: string): number;
}

/** Until a picture that is still being drawn is looked for again [ms]. */
const PAUSE = 1500;

export function createShelf(group: ExhibitGroup, index: number): Shelf {
  const section = document.createElement("section");
  const heading = make("h2", group.title);
  heading.id = `shelf-${index}`;
  section.setAttribute("aria-labelledby", heading.id);
  const list = make("ul");
  list.className = `cards ${group.look}`;
  const cards = group.exhibits.map((exhibit) => createCard(exhibit));
  const items = cards.map(({ link }) => {
    const item = make("li");
    item.append(link);
    return item;
  });
  list.append(...items);
  section.append(heading, list);
  return {
    section,
    cards,
    filter(query) {
      cards.forEach(({ exhibit }, k) => {
        items[k].hidden = !matchesQuery(exhibit.entry, group.title, query);
      });
      const shown = items.filter((item) => !item.hidden).length;
      section.hidden = shown === 0;
      return shown;
    },
  };
}

function createCard(exhibit: Exhibit): Card {
  const { name, title, description } = exhibit.entry;
  const link = document.createElement("a");
  link.href = formatLink(exhibit.link);
  link.className = "card";
  const words = make("span");
  words.className = "words";
  words.append(make("strong", title), make("span", description));
  const picture = make("span");
  picture.className = "picture";
  picture.append(createImage(`thumbnails/${name}.png`));
  link.append(picture, words);
  return { exhibit, link, picture };
}

/** A scene's picture; `npm start` answers 204 for one that it still draws, and then it is looked for again. */
function createImage(address: string): HTMLImageElement {
  const image = document.createElement("img");
  image.alt = ""; // the title beside it says what it shows
  image.loading = "lazy";
  image.src = address;
  let isThere = false;
  image.addEventListener("load", () => {
    image.style.visibility = "";
  });
  image.addEventListener("error", () => {
    image.style.visibility = "hidden"; // a bare card, not the browser's sign for a broken picture
    lookAgain().catch(() => image.remove());
  });

  async function lookAgain(): Promise<void> {
    const { status } = await fetch(address, { method: "HEAD" });
    if (status === 204) {
      await new Promise((resume) => setTimeout(resume, PAUSE));
      return lookAgain();
    }
    if (status !== 200 || isThere) return image.remove();
    isThere = true;
    image.src = address;
  }
  return image;
}

function make<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, text: string = ""): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
