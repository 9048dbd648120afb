import { VOCABULARY, wordPattern } from "../vocabulary/data";
import { LISTED } from "./warnings";
import type { SourceFile } from "./source-file";

/** `named`: a document speaks of the file. `ordered`: it orders that the file be followed or run. */
export type Reference = "named" | "ordered";

const FOLLOW = wordPattern(VOCABULARY.words["orders_follow"] ?? []);
/** Before an order, or behind a Korean one: it is none. */
const DENIED = /(?:\bnot|n['’]t|\bnever|\bwithout|\bhow to|不要?|勿|别|禁止)\s*(?:\w+\s+)?$/i;
const DENIED_AFTER = /^[^\s.]{0,3}지\s?(?:마|말|않)/;
/** An interpreter or a verb that has the name of the file right behind it. */
const RUNS =
  /(?:^|[\s`"'(])(?:\.|source|(?:ba|z|da|k)?sh|python[\d.]*|node|tsx|bun|deno run|ruby|perl|pwsh|run|do)\s+[[`"'(<./]*$|(?:^|\s)@[./]*$/i;
/** A sentence that goes on about what the one before has named. */
const GOES_ON =
  /\b(?:it|its|there|them|inside|th(?:at|is|e) (?:file|document|page|guide))\b|其中|里面|该文件|거기|그 (?:안|문서|파일)/i;
const SENTENCE_END = /[.!?](?=\s)|[。！？]/g;
const PATH = /[\p{L}\p{N}_.%/\\-]{3,300}/gu;
/** The end of a sentence, and letters of a script that has no spaces. */
const BEHIND_A_NAME = /(?:(?<=\.[a-z\d]{1,8})[^\0-\x7f][^/]*|\.+)$/i;
/** So often a package is asked what a sentence says of a name; whoever names files more often is taken to order it. */
const MAX_SENTENCES = 20_000;
/** So far a sentence is read to each side. */
const REACH = 400;
/** So few words beside a name say nothing of it: what stands above does. */
const BARE = 3;

/** The files of a package by what a document may call them: name, path without extension, folder. */
export class References {
  readonly #files = new Map<string, SourceFile[]>();
  /** Names that hold a space or a sign that ends a path in a sentence, by what stands behind the last of them. */
  readonly #tails = new Map<string, { readonly name: string; readonly file: SourceFile }[]>();

  #asked = 0;

  constructor(files: readonly SourceFile[]) {
    for (const file of files) {
      const [name = "", folder] = file.path.toLowerCase().split("/").reverse();
      const keys = [name];
      if (folder !== undefined) keys.push(`${folder}/`, `${folder}/${name.replace(/\.\w{1,8}$/, "")}`);
      for (const key of keys) push(this.#files, key, file);
      const tail = /[\p{L}\p{N}_.-]*$/u.exec(name)?.[0] ?? "";
      if (tail !== name) push(this.#tails, tail, { name, file });
    }
  }

  /** What a document says of other files, the strongest for each. */
  of(text: string): ReadonlyMap<SourceFile, Reference> {
    const found = new Map<SourceFile, Reference>();
    const add = (files: readonly SourceFile[] = [], from: number, to: number) => {
      const open = files.filter((file) => found.get(file) !== "ordered");
      if (open.length === 0) return;
      const reference = ++this.#asked > MAX_SENTENCES || isOrdered(text, from, to) ? "ordered" : "named";
      for (const file of open) found.set(file, reference);
    };
    for (const { 0: written, index } of text.matchAll(PATH)) {
      const bare = written.replace(BEHIND_A_NAME, "");
      const path = plainPath(bare);
      const end = index + bare.length;
      const [name = "", folder = ""] = path.split("/").reverse();
      if (name === "") add(this.#files.get(`${folder}/`), index, end);
      else if (name.includes(".") || /[`([/]/.test(text.charAt(index - 1)) || folder !== "")
        add(this.#files.get(name), index, end);
      if (folder !== "" && !name.includes(".")) add(this.#files.get(`${folder}/${name}`), index, end);
      // Scripts without spaces: what stands before a name may be no part of it.
      if (/[^\0-\x7f]/.test(name) && name.includes("."))
        for (let at = 1; at < name.length - 2; at++) add(this.#files.get(name.slice(at)), index, end);
      for (const odd of this.#tails.get(name) ?? [])
        if (text.slice(Math.max(0, end - odd.name.length), end).toLowerCase() === odd.name)
          add([odd.file], end - odd.name.length, end);
    }
    return found;
  }
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

/** Lower case, slashes, no escapes. */
function plainPath(written: string): string {
  const path = written.replaceAll("\\", "/").toLowerCase();
  if (!path.includes("%")) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** True where the sentence, the one that goes on about it, or what introduces the list says that a file is to be followed. */
function isOrdered(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - REACH), start);
  const lineStart = before.lastIndexOf("\n") + 1;
  if (RUNS.test(before.slice(Math.max(lineStart, before.length - 40)))) return true;
  const paragraph = before.slice(Math.max(0, before.lastIndexOf("\n\n")));
  const from = Math.max(0, ...Array.from(paragraph.matchAll(SENTENCE_END), ({ index }) => index + 1));
  const after = text.slice(end, end + REACH).split(/\n\s*(?:\n|[-*+#>|]|\d{1,3}[.)]\s)/, 1)[0] ?? "";
  const [rest = "", next = ""] = after.split(/[.!?](?=\s)|[。！？]/, 2);
  // Of a name only what another script puts before it says something.
  const name = text.slice(start, end).replace(/[\0-\x7f]+/g, " ");
  const own = paragraph.slice(from) + name + rest;
  if (orders(own) || (GOES_ON.test(next) && orders(next))) return true;
  const line = before.slice(lineStart);
  const isBare = (own.match(/[\p{L}]{2,}/gu) ?? []).length <= BARE;
  if (!LISTED.test(line) && !isBare) return false;
  const above = before
    .slice(0, lineStart)
    .split("\n")
    .findLast((each) => !LISTED.test(each));
  return above !== undefined && orders(above);
}

/** True where a text orders that something be followed, and does not say that it must not. */
function orders(text: string): boolean {
  const match = FOLLOW.exec(text);
  if (match === null) return false;
  const isDenied =
    DENIED.test(text.slice(Math.max(0, match.index - 30), match.index)) ||
    DENIED_AFTER.test(text.slice(match.index + match[0].length));
  return !isDenied || orders(text.slice(match.index + match[0].length));
}
