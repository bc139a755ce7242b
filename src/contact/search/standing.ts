/** Tells whether bodies of triangles stand where they were, so that nothing that was found out about them need be found again. */
export interface Standing {
  /** A number that is another each time that bodies have been put elsewhere; 0 while any of them moves. */
  readonly since: number;
}
