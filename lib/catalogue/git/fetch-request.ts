import type { Packet } from "./pkt-lines";
import { DomainError } from "@/lib/kernel/errors";

/** What a client wants of a repository and says that it has, in either version of the protocol. */
export interface FetchRequest {
  wants: readonly string[];
  haves: readonly string[];
  /** Commits that it has without what was before them. */
  shallows: readonly string[];
  /** How many commits it wants of each line, from what it wants or, if `isRelative`, from its shallow ones; null for all. */
  depth: number | null;
  isRelative: boolean;
  /** It says nothing more, and wants the pack. */
  isDone: boolean;
  /** It takes the pack and words beside each other. */
  hasBands: boolean;
  /** Takes a pack as soon as something is known that it has; always in version 2. */
  needsNoDone: boolean;
  /** It has said all that it says this time (version 0 without one only asks how deep its clone would be). */
  isComplete: boolean;
}

const ID = /^[0-9a-f]{40}$/;

/** Version 2: `command=fetch`, capabilities, a delimiter, one argument a line (gitprotocol-v2(5)). */
export function readFetchOfV2(args: readonly string[]): FetchRequest {
  const known = readArguments(args);
  return {
    ...known,
    isDone: args.includes("done"),
    isRelative: args.includes("deepen-relative"),
    hasBands: true,
    needsNoDone: true,
    isComplete: true,
  };
}

/**
 * Versions 0 and 1: `want` lines, the first with capabilities, `shallow` and `deepen`, a flush; then `have` lines that
 * end with a flush or with `done` (gitprotocol-pack(5)).
 */
export function readFetchOfV0(packets: readonly Packet[]): FetchRequest {
  const lines = packets.flatMap((packet) => (typeof packet === "object" ? [packet.line] : []));
  const [, first = "", capabilities = ""] = /^(want \S+) ?(.*)$/.exec(lines[0] ?? "") ?? [];
  const offered = new Set(capabilities.split(" "));
  const begun = packets.indexOf("flush");
  const isDone = lines.at(-1) === "done";
  const { haves, ...asked } = readArguments([first, ...lines.slice(1)]);
  return {
    ...asked,
    // Smart HTTP needs it (gitprotocol-http(5)); who does not know it is sent everything.
    haves: offered.has("multi_ack_detailed") ? haves : [],
    isDone,
    isRelative: offered.has("deepen-relative"),
    hasBands: offered.has("side-band-64k"),
    needsNoDone: offered.has("no-done"),
    isComplete: isDone || packets.indexOf("flush", begun + 1) !== -1,
  };
}

function readArguments(args: readonly string[]) {
  const wants: string[] = [];
  const haves: string[] = [];
  const shallows: string[] = [];
  let depth: number | null = null;
  const lists: Readonly<Record<string, string[]>> = { want: wants, have: haves, shallow: shallows };
  for (const line of args) {
    const space = line.indexOf(" ");
    const [word, value] = space === -1 ? [line, ""] : [line.slice(0, space), line.slice(space + 1)];
    const list = Object.hasOwn(lists, word) ? lists[word] : undefined;
    if (list !== undefined) list.push(readId(word, value));
    else if (word === "deepen") depth = readDepth(value);
    else if (word === "deepen-since" || word === "deepen-not" || word === "filter" || word === "want-ref")
      throw refused(`"${word}" is not offered here: ask for a number of versions with --depth.`);
  }
  if (wants.length === 0) throw refused("It wants nothing.");
  return { wants, haves, shallows, depth };
}

function readId(word: string, value: string): string {
  if (ID.test(value)) return value;
  throw refused(`"${word}" is followed by 40 hexadecimal digits.`);
}

function readDepth(value: string): number {
  const depth = /^\d{1,10}$/.test(value) ? Number(value) : 0;
  if (depth > 0) return depth;
  throw refused(`"deepen" is followed by a number above 0.`);
}

const refused = (reason: string) =>
  new DomainError("REQUEST_INVALID", `The request of git cannot be answered. ${reason}`);
