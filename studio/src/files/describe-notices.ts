/**
 * What was mended or passed over in a file, in a line, or "". Of a mesh, whose place in its scene is `path`, only what is told of it, without that place.
 */
export function describeNotices(name: string, notices: readonly string[], path?: string): string {
  const told =
    path === undefined
      ? notices
      : notices.filter((notice) => notice.startsWith(`${path}: `)).map((notice) => notice.slice(path.length + 2));
  return told.length === 0 ? "" : `${name}: ${told.join("; ")}.`;
}
