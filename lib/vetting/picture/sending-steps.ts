import { SIGNS_IN } from "../vocabulary/orders-to-send";
import type { DeedKind } from "./picture";
import type { Purpose } from "./purpose";
import { find, findPair, has, isForbidden, isOrder, wordsOf } from "./step-words";
import type { Step, Target, WordHit } from "./steps";
import type { WordClass } from "./words/classes";

/** What was collected in a step and may leave in a later one. */
export interface Held {
  readonly kind: DeedKind;
  readonly object: string;
  readonly step: Step;
  /** Names of files that it was put into. */
  readonly files: readonly string[];
  /** How many steps ago. */
  readonly age: number;
}

export interface Sending {
  readonly kind: DeedKind;
  readonly object: string;
  readonly to: string;
  /** The host or mailbox is expected of the skill. */
  readonly isExpected: boolean;
  readonly begins: Step | null;
}

/** Where something goes whose address stands in a file. */
export const FROM_SETTINGS = "an address from settings";

/** What is worth most first: the first of them in a step counts. */
const SOURCES: readonly (readonly [WordClass, DeedKind])[] = [
  ["secret", "sends-secrets"],
  ["private", "sends-private-data"],
  ["system", "sends-private-data"],
  ["talk", "sends-private-data"],
  ["documents", "sends-private-data"],
  ["work", "sends-work"],
];
/** How many steps later something collected can leave. */
const HELD_STEPS = 8;
const REACH = 160;
/** An address stands behind one of these if something goes there, and behind others if it comes from there. */
const LEADS =
  /\b(for|to|at|via|into|onto|through|with|using|against|from|see|on|in|by|visit|of|is|docs?|open|install|clone|available)\b/gi;
const THITHER = /^(?:for|to|at|via|into|onto|through|with|using|against)$/;
/** `curl -F file=@x https://…` */
const UPLOADS =
  /\b(?:curl|http|wget)\b[^`\n]{0,200}\s(?:-F|-T|-d|--data(?:-\w+)?|--form|--upload-file|--json|-X\s?(?:POST|PUT)|--post-(?:data|file)|POST|PUT)\b|\b(?:scp|rsync|sftp|ftp|nc|rclone)\b/;

/** What a step takes into hand, if it does. */
export function readCollecting(step: Step): Pick<Held, "kind" | "object" | "files"> | null {
  for (const [is, kind] of SOURCES.slice(0, -1)) {
    const taken = findPair(step, ["collect"], [is], 90, false);
    if (taken !== null && !(kind === "sends-secrets" && SIGNS_IN.test(step.text)))
      return { kind, object: wordsOf(step, taken.object), files: filesIn(step) };
  }
  return null;
}

const FILE_NAME =
  /[\w-]{2,40}\.(?:csv|txt|json|zip|tar|t?gz|md|log|db|sqlite|xml|html|png|jpe?g|pdf|xlsx?|docx?|7z|bin|dat|enc)\b/gi;

const filesIn = ({ text }: Step): string[] =>
  Array.from(text.matchAll(FILE_NAME), ([name]) => name.toLowerCase());

/** What a step sends away, by itself or having been handed it by one before. */
export function readSending(step: Step, purpose: Purpose, held: readonly Held[]): Sending | null {
  const verb =
    step.hits.find((hit) => (hit.is === "send" || isAddedToMail(step, hit)) && !isForbidden(step, hit)) ??
    putsElsewhere(step, purpose);
  const uploads = UPLOADS.exec(step.text);
  if (verb === undefined && uploads === null) return null;
  const from = uploads?.index ?? verb?.start ?? 0;
  const to = whereTo(step, from, uploads !== null, purpose);
  if (to === null) return null;
  const own = ownSource(step, to.start);
  const named = filesIn(step);
  const sameFile = held.find(({ files }) => files.some((name) => named.includes(name)));
  const before = sameFile ?? held.find(({ age }) => age <= HELD_STEPS);
  const isBack = has(step, "back") || own !== null || sameFile !== undefined;
  if ((own === null || own.kind === "sends-work") && isCopyOfMail(step))
    return { kind: "sends-private-data", object: "mail", ...to, begins: null };
  if (before !== undefined && isBack && (own === null || own.kind === "sends-work"))
    return { kind: before.kind, object: before.object, ...to, begins: before.step };
  if (own === null || (own.kind === "sends-work" && !isPlainlyThere(step, to.start, purpose))) return null;
  return { ...own, ...to, begins: null };
}

/** "Drop a copy at …", "append it to the request to …": it goes there, whatever the verb. */
const PUTS =
  /\b(?:drop|put|paste|log|save|store|write|deposit|keep|append|add|place|record|park|stash|hand|include|attach|encode|embed|serialise|serialize|leave)(?:p?ed|s)?\b/i;

const PUTS_ELSEWHERE = /(?:저장|기록|보관|남기|올리|올려)|(?:存到|存入|保存到|写入|记录到|保存在)/;

function putsElsewhere(step: Step, purpose: Purpose): { start: number } | undefined {
  const isForeign = step.targets.some(({ kind, name }) => kind === "mail" || !purpose.expects(name));
  if (!isForeign && !has(step, "elsewhere")) return undefined;
  if (step.isCjk) {
    const kept = isForeign ? PUTS_ELSEWHERE.exec(step.text) : null;
    return kept === null || isForbidden(step, { start: kept.index, end: kept.index + kept[0].length })
      ? undefined
      : { start: kept.index };
  }
  for (const { 0: word, index } of Array.from(step.text.matchAll(new RegExp(PUTS, "gi"))).slice(0, 6)) {
    const place = { start: index, end: index + word.length };
    if (isOrder(step, place) && !isForbidden(step, place)) return place;
  }
  return undefined;
}

/** Mailboxes that people write to of themselves, and those of examples. */
const FOR_PEOPLE =
  /^(?:security|support|help|info|contact|feedback|bugs?|issues|privacy|abuse|hello|sales|press|conduct|you|me|user|name|someone|jane|john)\b|@(?:[\w-]+\.)*(?:example|test|acme|company|domain|yourcompany)\.\w+$/;

/** A file may well be mentioned beside an address that it does not go to. */
function isPlainlyThere(step: Step, start: number, purpose: Purpose): boolean {
  const target = step.targets.find((each) => each.start === start);
  if (target?.kind === "mail")
    return has(step, "always") || !(purpose.is("sending") || FOR_PEOPLE.test(target.name));
  if (!step.isCjk) return true;
  const after = step.text.slice(start).replace(/^\S*?(?=으?로|에|\s|$)/, "");
  return (
    /^\s?(?:으?로|에)(?:\s|게)/.test(after) || /[到至给往向][^，。]{0,12}$/.test(step.text.slice(0, start))
  );
}

/** `Bcc: …`, "attach … for a@b.c": other ways of sending. */
function isAddedToMail(step: Step, { is, start, end }: WordHit): boolean {
  if (is !== "add") return false;
  return (
    isCopyOfMail(step) ||
    (/attach/i.test(step.text.slice(start, end)) && step.targets.some(({ kind }) => kind === "mail"))
  );
}

const isCopyOfMail = (step: Step) =>
  has(step, "all", "always") && /(?:bcc|blind copy)|密送|숨은 참조/i.test(step.text);

/** A header that tells of use signs nobody in. */
const WATCHES = /\b(?:telemetry|analytics|tracking)\b/i;

function ownSource(step: Step, end: number): { kind: DeedKind; object: string } | null {
  for (const [is, kind] of SOURCES) {
    const hit = step.hits.find((each) => each.is === is && (step.isCjk || each.start <= end + REACH));
    if (hit === undefined) continue;
    if (is === "secret" && SIGNS_IN.test(step.text) && !WATCHES.test(step.text)) continue;
    if (kind === "sends-work" && step.isCjk && find(step, ["send"]) === null) continue;
    return { kind, object: wordsOf(step, hit) };
  }
  return null;
}

interface Where {
  readonly to: string;
  readonly start: number;
  readonly isExpected: boolean;
}

function whereTo(step: Step, from: number, isUpload: boolean, purpose: Purpose): Where | null {
  const reached = step.targets.filter((target) => isUpload || isThither(step, target, from));
  const foreign = reached.find(({ kind, name }) => kind === "mail" || !purpose.expects(name));
  const target = foreign ?? reached[0];
  if (target !== undefined)
    return {
      to: target.name,
      start: target.start,
      isExpected:
        target.kind === "host" ? purpose.expects(target.name) : purpose.names(domainOf(target.name)),
    };
  const elsewhere = step.hits.find(
    (hit) => hit.is === "elsewhere" && (step.isCjk || hit.start > from) && !isForbidden(step, hit),
  );
  if (elsewhere === undefined && NAMED_IN_SETTINGS.test(step.text) && !USERS_SETTINGS.test(step.text))
    return { to: FROM_SETTINGS, start: step.text.length, isExpected: purpose.is("sending") };
  if (elsewhere === undefined) return null;
  return { to: wordsOf(step, elsewhere), start: elsewhere.start, isExpected: purpose.is("sending") };
}

const USERS_SETTINGS =
  /~\/|\$HOME|\busers?['’]?s? (?:own )?(?:config|settings|account)|用户的?(?:配置|设置)|사용자(?:의)? 설정/i;
/** The address stands in settings of the skill. */
const NAMED_IN_SETTINGS =
  /\b(?:endpoint|address|url|host|server)\b[^.]{0,40}(?:\b(?:config\w*|settings)\b|[\w/-]+\.(?:json|ya?ml|toml|ini)\b)|\b(?:config\w*|settings)[\w.]*[^.]{0,30}\b(?:endpoint|address|url|host|server)\b|(?:config|settings|配置)[^。]{0,16}(?:地址|接口|服务器)|설정[^.]{0,8}(?:주소|서버|엔드포인트)/i;

const domainOf = (mail: string) => mail.slice(mail.lastIndexOf("@") + 1);

function isThither(step: Step, { start }: Target, from: number): boolean {
  if (/<\w[^<>]*$/.test(step.text.slice(0, start))) return false;
  if (step.isCjk) return true;
  if (isCopyOfMail(step)) return true;
  if (/\breach(?:es)?\s*$/i.test(step.text.slice(0, start))) return true;
  if (start < from) return /^\s*(?:to|via|use|call)\b/i.test(step.text) && start < 80;
  // What is encoded into the address of a picture leaves with it.
  if (/\b(?:encode|base64|parameter|query string|sub-?domain|user[- ]agent)\b/i.test(step.text)) return true;
  const between = step.text.slice(Math.max(from, start - 70), start);
  const [lead = ""] = Array.from(between.matchAll(LEADS), (match) => match[1] ?? "").slice(-1);
  if (/\b(?:query|header|headers|body|path|parameters?)\s+of\s*$/i.test(between)) return true;
  return THITHER.test(lead.toLowerCase()) || /(?:POST|PUT)\s*`?$/.test(between);
}
