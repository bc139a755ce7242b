/** Bytes in a buffer that is not shared: `Uint8Array<ArrayBuffer>`, in words that TypeScript 5.4 knows too. */
export type Bytes = ReturnType<typeof Uint8Array.of>;

/** A piece of a file: text is UTF-8. */
export type FileChunk = Bytes | string;
