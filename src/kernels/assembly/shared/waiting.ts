// How a thread of a team waits for another: it looks for a while, and then sleeps until it is told.

import { MAY_WAIT, SLEEPERS, WOKEN } from "../../layout/team-words";

/** The times that a thread looks for work, some 50 µs, before it sleeps. */
export const SPINS: i32 = 10000;
/** A thread that nobody wakes for so long [ns] looks again, or goes home. */
export const NAP: i64 = 5_000_000;

/** Whether this instance is that of a helper, who may always sleep. */
let isHelper = false;

export function becomeHelper(): void {
  isHelper = true;
}

/**
 * Waits until a word is `least` or more. What a sleep ends with goes to a word that nobody reads, so that the address of that word is below that of the wait on the stack: the code that V8
 * makes at first, that of Node 20 at least, writes eight bytes for the address of a wait where four are its own, and would set to 0 what is below it, else the last of all locals.
 */
export function awaitWord(word: usize, least: i32): void {
  if (!ASC_FEATURE_THREADS) return;
  let spins = 0;
  for (let seen = atomic.load<i32>(word); seen < least; seen = atomic.load<i32>(word)) {
    if (++spins < SPINS || !(isHelper || load<i32>(MAY_WAIT) != 0)) continue;
    atomic.add<i32>(SLEEPERS, 1);
    store<i32>(WOKEN, atomic.wait<i32>(word, seen, NAP));
    atomic.sub<i32>(SLEEPERS, 1);
  }
}

/** Tells those who wait for a word that it has been set. */
// @ts-ignore: decorator
@inline
export function tellOf(word: usize): void {
  if (!ASC_FEATURE_THREADS) return;
  if (atomic.load<i32>(SLEEPERS) > 0) atomic.notify(word);
}

/** Sets a word, and tells those who wait for it. */
export function setWord(word: usize, value: i32): void {
  if (!ASC_FEATURE_THREADS) return;
  atomic.store<i32>(word, value);
  tellOf(word);
}

/** Adds 1 to a word; returns what it was. */
export function takeNext(word: usize): i32 {
  if (ASC_FEATURE_THREADS) return atomic.add<i32>(word, 1);
  const next = load<i32>(word);
  store<i32>(word, next + 1);
  return next;
}
