import { lastAtOrBefore } from "../reading/line-index";
import { readThrough } from "../reading/read-through";
import type { MarkdownUnit } from "../reading/units";
import { findAddresses } from "../vocabulary/hosts";
import { sentencesOf } from "../vocabulary/orders-to-send";
import { CHINESE } from "./words/chinese";
import type { WordClass } from "./words/classes";
import { ENGLISH } from "./words/english";
import { KOREAN } from "./words/korean";
import { readLexicon, readSigns, type Hit } from "./words/lexicon";
import { CHINESE_TURNS, ENGLISH_TURNS, KOREAN_TURNS } from "./words/turns";

export type WordHit = Hit<WordClass>;

/** Where a step sends something: an address, or a mailbox. */
export interface Target {
  readonly kind: "host" | "mail";
  readonly name: string;
  readonly start: number;
}

/** One sentence or list item of a document, with what its words mean; offsets count within the sentence. */
export interface Step {
  readonly text: string;
  /** Offset of the sentence in the text of the unit. */
  readonly from: number;
  readonly hits: readonly WordHit[];
  readonly targets: readonly Target[];
  readonly isCjk: boolean;
  /** Counts the paragraphs and lists: steps of one number belong together. */
  readonly block: number;
  /** Its heading, its line or the line before it says that mistakes or attacks are described. */
  readonly isDescribed: boolean;
}

const readEnglish = readLexicon<WordClass>([ENGLISH, ENGLISH_TURNS]);
const readCjk = readSigns<WordClass>([CHINESE, KOREAN, CHINESE_TURNS, KOREAN_TURNS]);
const CJK = /[\u3400-\u9fff\uac00-\ud7af]/;
const MAIL = /[\w.+-]{1,60}@(?:[\w-]{1,60}\.){1,4}[a-z]{2,20}\b/gi;
const REMOTE = /\b[\w-]{1,40}@((?:[\w-]{1,60}\.){1,4}[a-z]{2,20}):/gi;
/** "… goes to intake.example.org": a host without its scheme; names of files and of members end otherwise. */
const BARE_HOST =
  /(?<![\w@./:$-])(?:[a-z0-9][a-z0-9-]{0,40}\.){1,3}(?:com|net|org|io|dev|cc|biz|co|ai|xyz|site|online|cloud|top|pro|live)\b(?![\w(-])/g;
const BUCKET = /\b(?:s3|gs|azblob|ftp|sftp):\/\/([\w.-]{1,100})/gi;
/** What an agent reads as the name of a place where secrets lie. */
const SECRET_PLACES =
  /(?:^|[\s"'`(/~*])(?:\.env\b(?!\.(?:example|sample|template))|\.ssh\b|id_(?:rsa|ed25519|ecdsa)|\.aws\b|\.netrc|\.npmrc|\.pypirc|\.git-credentials|\.gnupg|\.kube\b|wallet\.dat|\.pgpass|key4\.db|\/etc\/shadow)|(?<=[\s"'`(*])_(?:KEY|TOKEN|SECRET|PASS(?:WORD)?)\b|\b(?:os\.environ|process\.env\b(?!\.)|printenv)|\b[A-Z][A-Z0-9]{1,20}_(?:[A-Z0-9]{1,20}_){0,3}(?:KEY|TOKEN|SECRET|PASSWORD)\b|\b(?:API_KEY|SECRET|TOKEN|PASSWORD)S?\b(?=\b)/g;
const DOCUMENT_PLACES =
  /(?:~|\$HOME|\$\{HOME\}|%USERPROFILE%|\/home\/\w+|\/Users\/\w+)[/\\](?:Documents|Desktop|Downloads|Pictures|Documents)\b|C:\\Users\\/gi;
/** Headings and marks of a text that shows what must not be done. */
const SHOWS_MISTAKES =
  /❌|🚫|anti-?patterns?|\b(?:bad|wrong|don['’]?ts?|do not|never|avoid|forbidden|prohibited|attacks?|threats?|vulnerabilit|exploit|red flags?|mistakes?|malicious|phishing|pitfalls?|injection|what not to|detect|phrases?|examples? of|out of scope|limitations?)\b|禁止|切勿|攻击|恶意|威胁|漏洞|反模式|错误做法|不要|금지|공격|악성|위협|취약|하지 말/i;
/** "An attacker may write \"…\"" */
const QUOTED_WARNING =
  /\b(?:attack\w*|injection|malicious|phishing|scam\w*|adversar\w+)\b[^]{0,200}["“`]|攻击|공격/i;
const LISTED_COMMANDS = /(?:`[^`\n]{2,60}`\s*(?:,|、|，|or|and|\/|和|或)\s*){2,}`[^`\n]{2,60}`/;
const MAX_STEPS = 4000;

/** Keeps every offset, unlike `toLowerCase`. */
const lower = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** The steps of a document in their order; what stands in fences is code and read elsewhere. */
export function readSteps(unit: MarkdownUnit): Step[] {
  const { visible } = unit.parts;
  const read = readThrough(visible);
  const plain = withoutFrontmatter(read.text);
  const addresses = findAddresses(plain);
  const masked = maskAddresses(plain, addresses);
  const isCjk = CJK.test(plain);
  const hits = readEnglish(lower(masked)).concat(isCjk ? readCjk(masked) : [], placesOf(plain));
  hits.sort((left, right) => left.start - right.start || left.end - right.end);
  const targets = targetsOf(plain, addresses).sort((left, right) => left.start - right.start);
  const starts = hits.map(({ start }) => start);
  const targetStarts = targets.map(({ start }) => start);
  const steps: Step[] = [];
  let heading = "";
  let block = 0;
  for (const { sentence, from } of sentencesOf(plain)) {
    if (steps.length >= MAX_STEPS) break;
    const line = sentence.trimStart();
    if (line === "" || line.startsWith("#") || /^[ \t]*\r?\n/.test(sentence)) block += 1;
    if (line === "") continue;
    if (line.startsWith("#")) [heading = ""] = line.split("\n", 1);
    const end = from + sentence.length;
    const inside = within(hits, starts, from, end);
    const reached = within(targets, targetStarts, from, end);
    if (inside.length === 0 && reached.length === 0) continue;
    steps.push({
      text: sentence,
      from: read.offsetOf(from),
      hits: inside.map((hit) => ({ ...hit, start: hit.start - from, end: hit.end - from })),
      targets: reached.map((each) => ({ ...each, start: each.start - from })),
      isCjk: CJK.test(sentence),
      block,
      isDescribed:
        SHOWS_MISTAKES.test(heading) ||
        QUOTED_WARNING.test(sentence) ||
        /^[\s|>*-]*(?:❌|🚫|✗|✘)/.test(sentence) ||
        // Commands that are named one after the other, as those that a guard knows.
        LISTED_COMMANDS.test(sentence) ||
        // A row of a table that says what a function or option does.
        /^\s*\|\s*`[^`|]{1,80}`\s*\|/.test(sentence),
    });
  }
  return steps;
}

/** The settings at the head of a skill say what it is, not what to do. */
function withoutFrontmatter(text: string): string {
  const settings = /^---\r?\n[^]{0,20000}?\n---/.exec(text)?.[0] ?? "";
  return "\n".repeat(settings.length) + text.slice(settings.length);
}

function maskAddresses(text: string, addresses: readonly { start: number; url: string }[]): string {
  let masked = "";
  let at = 0;
  for (const { start, url } of addresses) {
    if (start < at) continue;
    masked += text.slice(at, start) + " ".repeat(url.length);
    at = start + url.length;
  }
  return masked + text.slice(at);
}

function placesOf(text: string): WordHit[] {
  const found = (pattern: RegExp, is: WordClass) =>
    Array.from(text.matchAll(pattern), ({ 0: match, index }) => ({
      is,
      start: index,
      end: index + match.length,
    }));
  return [...found(SECRET_PLACES, "secret"), ...found(DOCUMENT_PLACES, "documents")];
}

function targetsOf(text: string, addresses: readonly { start: number; host: string }[]): Target[] {
  const hosts = addresses.map(({ host, start }) => ({ kind: "host" as const, name: host, start }));
  const named = (pattern: RegExp) =>
    Array.from(text.matchAll(pattern), (match) => ({
      kind: "host" as const,
      name: (match[1] ?? "").toLowerCase(),
      start: match.index,
    }));
  const mails = Array.from(text.matchAll(MAIL), ({ 0: match, index }) => ({
    kind: "mail" as const,
    name: match.toLowerCase(),
    start: index,
  }));
  const remotes = named(REMOTE);
  const taken = new Set(remotes.map(({ start }) => start));
  const bare = Array.from(text.matchAll(BARE_HOST), ({ 0: name, index }) => ({
    kind: "host" as const,
    name,
    start: index,
  }));
  return [...hosts, ...bare, ...remotes, ...named(BUCKET), ...mails.filter(({ start }) => !taken.has(start))];
}

function within<Item extends { start: number }>(
  items: readonly Item[],
  starts: readonly number[],
  from: number,
  end: number,
): Item[] {
  if (items.length === 0) return [];
  const found: Item[] = [];
  for (let at = lastAtOrBefore(starts, from); at < items.length; at++) {
    const item = items[at];
    if (item === undefined || item.start >= end) break;
    if (item.start >= from) found.push(item);
  }
  // Several may begin at one place: the search ends at the last of them.
  for (let at = lastAtOrBefore(starts, from) - 1; at >= 0 && (items[at]?.start ?? -1) >= from; at--) {
    const item = items[at];
    if (item !== undefined) found.unshift(item);
  }
  return found;
}
