/** The search by sheets is tried at least every so many searches. */
const LONGEST_PAUSE = 64;

/**
 * Whether all pairs were listed by the sheets of a cloth, of which there may be none. `search` says whether it could, and `hadRoom` whether they had room, and makes more if not. Where
 * too much is near, it is left out for longer and longer: which search finds the pairs makes no difference to what comes of them.
 */
export function createSheetSearch(areSheets: boolean, search: () => boolean, hadRoom: () => boolean): () => boolean {
  let pause = 0;
  let nextPause = 1;
  return () => {
    if (!areSheets || pause-- > 0) return false;
    do {
      if (search()) continue;
      pause = nextPause;
      nextPause = Math.min(2 * nextPause, LONGEST_PAUSE);
      return false;
    } while (!hadRoom());
    pause = 0;
    nextPause = 1;
    return true;
  };
}
