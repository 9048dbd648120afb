import data from "./data.json" with { type: "json" };

/** The vocabularies (`*.yaml` beside this file) as one value; `data.test.ts` makes `data.json` of them. */
export interface Vocabulary {
  readonly hosts: Readonly<
    Record<
      | "collectors"
      | "drops"
      | "shorteners"
      | "installers"
      | "installer_owners"
      | "indexes"
      | "services"
      | "tenants",
      readonly string[]
    >
  >;
  readonly packages: Readonly<Record<"python" | "node" | "honest" | "host_names", readonly string[]>>;
  readonly calls: Readonly<Record<CallKind, readonly string[]>>;
  readonly places: Readonly<Record<PlaceKind | "scratch", readonly string[]>>;
  readonly words: Readonly<Record<string, readonly string[]>>;
  readonly commands: Readonly<
    Record<
      "programs" | "spoken_programs" | "everybodys_variables" | "obeyed_variables" | "data_languages",
      readonly string[]
    >
  >;
  readonly wallets: { readonly spenders: readonly string[] };
  readonly secrets: {
    readonly forms: readonly { readonly name: string; readonly pattern: string; readonly check?: string }[];
    readonly files: readonly { readonly name: string; readonly path: string; readonly holds?: string }[];
    readonly owners: readonly string[];
  };
  readonly lines: readonly {
    readonly fact: string;
    readonly in: "windows" | "lines" | "any";
    readonly traits?: readonly string[];
    /** The permission that it needs. */
    readonly use?: "network" | "subprocess";
    /** Each a pattern, or several of which one is enough. */
    readonly line: readonly (string | readonly string[])[];
    readonly file?: readonly (string | readonly string[])[];
  }[];
}

export type CallKind =
  | "runs_text"
  | "runs_shell"
  | "spawns"
  | "imports"
  | "fetches"
  | "client_methods"
  | "sends"
  | "resolves"
  | "decodes"
  | "reads_file"
  | "logins"
  | "writes_file"
  | "deletes"
  | "inputs"
  | "private";

export type PlaceKind = "credentials" | "settings" | "starts" | "doors" | "agents" | "personal" | "wide";

export const VOCABULARY = data as unknown as Vocabulary;

const PLACE_KINDS: readonly PlaceKind[] = [
  "credentials",
  "settings",
  "doors",
  "starts",
  "agents",
  "personal",
  "wide",
];
const compile = (kind: PlaceKind | "scratch") =>
  VOCABULARY.places[kind].map((pattern) => new RegExp(pattern, kind === "agents" ? "" : "i"));
const PLACES = new Map(PLACE_KINDS.map((kind) => [kind, compile(kind)]));
const SCRATCH = compile("scratch");
const MAX_PATH = 300;

/** What kind of place a path names, for those that are asked for; null for any other. */
export function placeKind(written: string, kinds: readonly PlaceKind[]): PlaceKind | null {
  if (written === "" || written.length > MAX_PATH) return null;
  const path = plainPath(written);
  return kinds.find((kind) => PLACES.get(kind)?.some((pattern) => pattern.test(path))) ?? null;
}

/** True for a place of passing things: temporary folders, caches, what a build makes. */
export function isScratch(written: string): boolean {
  return SCRATCH.some((pattern) => pattern.test(plainPath(written)));
}

/** One spelling for the home folder, slashes for backslashes, no quotes. */
function plainPath(written: string): string {
  return written
    .trim()
    .replace(/^["'@<]+|["']+$/g, "")
    .replaceAll("\\", "/")
    .replace(/^(?:\$\{?HOME\}?|%USERPROFILE%|\$env:USERPROFILE|~\w*)(?=\/|$)/i, "~")
    .replace(/\/{2,}/g, "/");
}

const CALLS = new Map<string, CallKind[]>();
for (const [kind, names] of Object.entries(VOCABULARY.calls) as [CallKind, readonly string[]][])
  for (const name of names) CALLS.set(name, [...(CALLS.get(name) ?? []), kind]);

/** What a function does, by its name with its module, or by its last part for methods of any object. */
export function callKinds(name: string): readonly CallKind[] {
  if (name === "") return [];
  const method = `*.${name.slice(name.lastIndexOf(".") + 1)}`;
  return [...(CALLS.get(name) ?? []), ...(name.includes(".") ? (CALLS.get(method) ?? []) : [])];
}

/** True where one of the words of a kind stands in a text, as a word of its own where letters have spaces between words. */
export function saysWord(text: string, kind: string): boolean {
  const lower = text.toLowerCase();
  return (VOCABULARY.words[kind] ?? []).some((word) => {
    const at = lower.indexOf(word);
    if (at === -1) return false;
    return !/[a-z]/.test(word) || !/[a-z]/.test(lower.charAt(at - 1)) || lower.includes(` ${word}`);
  });
}

/** One of some words, as the source of a pattern; a star stands for any further letters. */
export const anyOf = (words: readonly string[]): string =>
  words.map((word) => word.replace(/[.+?^$()[\]{}|\\]/g, "\\$&").replaceAll("*", "\\w*")).join("|");

/** A pattern of whole words; those of scripts without spaces stand anywhere. */
export function wordPattern(words: readonly string[]): RegExp {
  const isLatin = (word: string) => /^[a-z]/i.test(word);
  const others = anyOf(words.filter((word) => !isLatin(word)));
  return new RegExp(`\\b(?:${anyOf(words.filter(isLatin))})\\b${others === "" ? "" : `|${others}`}`, "i");
}
