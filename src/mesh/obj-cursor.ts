import { describeValue, InputError } from "../core/errors.ts";

/** The longest logical line of an OBJ file, continuations included [characters]. */
export const MAX_LINE: number = 262_144;

/** A place in an OBJ text. Tokens are found by character code, each character once, without regular expressions. */
export interface ObjCursor {
  readonly text: string;
  /** Names the file in errors. */
  readonly path: string;
  /** The next character. */
  at: number;
  /** The physical line of `at`, counted from 1. */
  line: number;
  /** First character and line of the present statement. */
  statementStart: number;
  statementLine: number;
}

const TAB = 9;
const NEWLINE = 10;
const RETURN = 13;
const SPACE = 32;
const HASH = 35;
const BACKSLASH = 92;
const BYTE_ORDER_MARK = 0xfeff;

export function createObjCursor(text: string, path: string): ObjCursor {
  const at = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  return { text, path, at, line: 1, statementStart: at, statementLine: 1 };
}

/** An InputError at the line where the present statement starts. */
export function objError(cursor: ObjCursor, got: string, advice: string): InputError {
  return new InputError(`${cursor.path}:${cursor.statementLine}`, got, advice);
}

/** Moves to the next token of the statement; false at its end (a line end, a comment, the end of the text). */
export function seekToken(cursor: ObjCursor): boolean {
  const { text } = cursor;
  for (;;) {
    const code = text.charCodeAt(cursor.at);
    if (code === SPACE || code === TAB) cursor.at++;
    else if (code === BACKSLASH && isLineEnd(text, cursor.at + 1)) {
      cursor.at++;
      passLineEnd(cursor);
    } else return cursor.at < text.length && code !== HASH && !isLineEnd(text, cursor.at);
  }
}

/** The end of the token that starts at `cursor.at`; the cursor stays. */
export function tokenEnd(cursor: ObjCursor): number {
  const { text } = cursor;
  let end = cursor.at;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === SPACE || code === TAB || code === NEWLINE || code === RETURN) break;
    if (code === BACKSLASH && isLineEnd(text, end + 1)) break;
  }
  return end;
}

/** The token at the cursor as an error message shows it. */
export function describeToken(cursor: ObjCursor): string {
  return describeValue(cursor.text.slice(cursor.at, Math.min(tokenEnd(cursor), cursor.at + 100)));
}

/** Passes over the rest of the statement, and refuses one that was too long. */
export function endStatement(cursor: ObjCursor): void {
  const { text } = cursor;
  for (;;) {
    if (!seekToken(cursor)) break;
    cursor.at = tokenEnd(cursor);
  }
  while (cursor.at < text.length && !isLineEnd(text, cursor.at)) cursor.at++;
  const length = cursor.at - cursor.statementStart;
  if (length > MAX_LINE) {
    throw objError(cursor, `a line of ${length} characters`, `use at most ${MAX_LINE} (is this an OBJ file?)`);
  }
  if (cursor.at < text.length) passLineEnd(cursor);
  cursor.statementStart = cursor.at;
  cursor.statementLine = cursor.line;
}

/** Reads the token at the cursor as a finite decimal number. */
export function readNumber(cursor: ObjCursor): number {
  const { at } = cursor;
  const value = readAnything(cursor);
  if (Number.isFinite(value)) return value;
  cursor.at = at;
  throw objError(cursor, describeToken(cursor), "give a finite decimal number");
}

/** The token at the cursor as a decimal number, whatever it is: NaN where it is none. */
export function readAnything(cursor: ObjCursor): number {
  const { text, at } = cursor;
  const end = tokenEnd(cursor);
  let plain = end - at < 400;
  for (let n = at; plain && n < end; n++) plain = isNumeric(text.charCodeAt(n));
  cursor.at = end;
  return plain ? Number(text.slice(at, end)) : Number.NaN;
}

/** Digits, point, sign and exponent: keeps out the "0x10", "Infinity" and "" that Number() also takes. */
function isNumeric(code: number): boolean {
  return (code >= 48 && code <= 57) || code === 46 || code === 45 || code === 43 || code === 101 || code === 69;
}

function isLineEnd(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === NEWLINE || code === RETURN;
}

/** Passes over \n, \r\n or \r. */
function passLineEnd(cursor: ObjCursor): void {
  const both = cursor.text.charCodeAt(cursor.at) === RETURN && cursor.text.charCodeAt(cursor.at + 1) === NEWLINE;
  cursor.at += both ? 2 : 1;
  cursor.line++;
}
