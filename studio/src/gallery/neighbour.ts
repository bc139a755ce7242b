/** Where a card lies on the page [CSS px]. */
export interface CardBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

/**
 * The number of the card that a key leads to from card `from`, or `from` itself where there is none: left and right go through
 * the cards in their order, up and down to the nearest card of the row before or behind, home and end to the first and the last.
 */
export function findNeighbour(boxes: readonly CardBox[], from: number, key: string): number {
  const last = boxes.length - 1;
  switch (key) {
    case "ArrowLeft":
      return Math.max(0, from - 1);
    case "ArrowRight":
      return Math.min(last, from + 1);
    case "ArrowUp":
      return nearestInRow(boxes, from, -1);
    case "ArrowDown":
      return nearestInRow(boxes, from, 1);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return from;
  }
}

function nearestInRow(boxes: readonly CardBox[], from: number, direction: 1 | -1): number {
  const middle = ({ left, width }: CardBox): number => left + width / 2;
  let [best, rows, across] = [from, Infinity, Infinity];
  boxes.forEach((box, k) => {
    const down = direction * (box.top - boxes[from].top);
    const sideways = Math.abs(middle(box) - middle(boxes[from]));
    if (down < 1 || down > rows || (down === rows && sideways >= across)) return;
    [best, rows, across] = [k, down, sideways];
  });
  return best;
}
