/** A piece of a file: text is UTF-8. */
export type FileChunk = Uint8Array<ArrayBuffer> | string;
