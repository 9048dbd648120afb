import { hostKind, isSuspiciousKind } from "../../vocabulary/hosts";
import { SIGNS_IN } from "../../vocabulary/orders-to-send";
import type { DeedKind } from "../picture";
import type { Purpose } from "../purpose";
import { has, isForbidden } from "../step-words";
import type { Step, Target } from "../steps";
import type { WordClass } from "../words/classes";
import { meant, saysIn, type Found, type Passage } from "./passage";

/** What leaves, where to, and how: put together from the sentences of one passage. */
export interface PassageSending {
  readonly kind: DeedKind;
  readonly object: string;
  readonly to: string;
  readonly at: Found;
  readonly source: Found;
}

const KINDS: Readonly<Partial<Record<WordClass, DeedKind>>> = {
  secret: "sends-secrets",
  private: "sends-private-data",
  system: "sends-private-data",
  talk: "sends-private-data",
  documents: "sends-private-data",
};
const CLASSES: readonly WordClass[] = ["secret", "private", "system", "talk", "documents"];
/** Things of a person that no word of the lists names: whose they are, or how they lie. */
const PERSONAL =
  /(?:~|\$HOME)\/\.\w|\b(?:kube ?config|known_hosts|\w*_history|payslips?|passports?|home address|card digits|bank statements?|printenv|(?:dump|output of|result of) `?env`?|the microphone|microphone on|(?:name|phone|mail|address)(?:es|s)?, (?:name|phone|mail|notes|address)\w*|ci log|git history|author addresses|(?:invoices?|tax)\b[^.]{0,20}\b(?:files?|documents?|names?)|names? contain[^.]{0,20}(?:invoice|tax)|(?:mail|message|letter|text|document|draft) as it (?:was|is|stands)|settings and tokens|mcp servers)\b|原文|通讯|原始内容|(?:연락처|원문|이름과)/i;
/** Each, or as it was: more than a task needs. */
const WHOLE =
  /\b(?:every|each|all|whole|entire|any|both|as it (?:was|is)|rows|original|private|anything else)\b|全部|所有|原文|모든|전체|원문/i;
/** Comes from there instead, or is only spoken of. */
const THENCE =
  /\b(?:from|see|visit|docs?|documentation|read more|install|download(?:ed)?|clone|available at|powered by|hosted (?:at|on)|homepage|get|fetch|open|go to|head to|sign up|register|log ?in|navigate|browse|curl -[a-zA-Z]*[sfLo]\w*|wget|npx?|pip|brew|git)\s+(?:\S+\s+)?[`"'<([]*$/i;
const LINKED = /\]\(\s*$|<\w[^<>]*$/;
const GOES =
  /\b(?:PUT|POST|PATCH)\b|\b(?:share|stream|send|sent|post|upload|push|drop|paste|put|forward|transmit|submit|pass|hand|ship|mirror|relay|deliver|dump|enter|report|leave|append|tar|nc|scp|rsync|sftp|curl [^`\n]{0,80}(?:-d|-F|-T|--data\S*|--upload-file|-X ?P))\w{0,3}\b|上传|发送|传到|提交|发到|传给|上报|전송|업로드|보내|넘겨|올려|제출|POST/;

/** Something of the user's and a place that nothing makes one expect, with a word between that takes it there. */
export function readPassageSending(passage: Passage, purpose: Purpose): PassageSending | null {
  const aim = aimOf(passage, purpose);
  if (aim === null) return null;
  const near = passage.slice(Math.max(0, passage.indexOf(aim.step) - 2), passage.indexOf(aim.step) + 1);
  const sources = meant(near, CLASSES).filter(
    ({ is, step }) =>
      is !== "secret" ||
      (!SIGNS_IN.test(step.text) && THITHER.test(aim.step.text.slice(0, aim.target.start))),
  );
  const [source] = sources.toSorted((left, right) => CLASSES.indexOf(left.is) - CLASSES.indexOf(right.is));
  const at = { step: aim.step, start: aim.target.start, end: aim.target.start + aim.target.name.length };
  const sent = (kind: DeedKind, from: Found): PassageSending => ({
    kind,
    object: from.step.text.slice(from.start, from.end).replace(/\s+/g, " ").trim().slice(0, 60),
    to: aim.target.name,
    at,
    source: from,
  });
  if (source !== undefined) return sent(KINDS[source.is] ?? "sends-private-data", source);
  const personal = saysIn(near, PERSONAL);
  if (personal !== null) return sent("sends-private-data", personal);
  const [work] = meant(near, ["work"]);
  const whole = saysIn(near, WHOLE);
  return work !== undefined && whole !== null && !purpose.is("sending") ? sent("sends-work", work) : null;
}

/** What goes along with a picture that is loaded stands behind its address as often as before it. */
const CARRIES =
  /\b(?:query string|query of|image address|load (?:that|the|this) image|parameters?|where \w+ is the)\b/i;
/** A key is made or entered at an address by a person; it goes to one by itself. */
const THITHER =
  /\b(?:to|into|towards?|onto|with|via|on)\b[^.]{0,40}$|\b(?:POST|PUT|PATCH)\b[^.]{0,60}$|\bcurl\b[^`]{0,120}$|[到至给往]|으?로|에\s/i;

function aimOf(passage: Passage, purpose: Purpose): { step: Step; target: Target } | null {
  for (const step of passage) {
    const isConcealed = passage.some((each) => has(each, "quiet"));
    const target = step.targets.find((each) => isAim(step, each, { purpose, isConcealed }));
    if (target === undefined) continue;
    const isOut =
      isPicture(step, target) ||
      [...meant([step], ["out"]), saysIn([step], GOES)].some(
        (verb) => verb !== null && (step.isCjk || verb.start < target.start || CARRIES.test(step.text)),
      );
    if (isOut) return { step, target };
  }
  return null;
}

const BUCKET = /\b(?:s3|gs|azblob):\/\/$/;
const OWN_BUCKET = /my|your|bucket|example|user|backup|[<${]/i;
/** `![](https://…)`, `….gif`: whoever shows the picture sends what its address holds. */
const PICTURE_BEFORE = /!\[[^\]\n]{0,60}\]\(\s*(?:https?:\/\/)?$/;
const PICTURE_BEHIND = /^\S{0,100}\.(?:gif|png|jpe?g|svg|webp)\b/i;

const isPicture = ({ text }: Step, { start }: Pick<Target, "start">) =>
  CARRIES.test(text) &&
  (PICTURE_BEFORE.test(text.slice(Math.max(0, start - 80), start)) || PICTURE_BEHIND.test(text.slice(start)));

interface Light {
  readonly purpose: Purpose;
  /** What is kept from the user has no purpose that they know. */
  readonly isConcealed: boolean;
}

function isAim(step: Step, { kind, name, start }: Target, { purpose, isConcealed }: Light): boolean {
  if (kind === "mail") return false;
  const before = step.text.slice(Math.max(0, start - 60), start);
  if (BUCKET.test(before.concat(/^\w+:\/\//.exec(step.text.slice(start))?.[0] ?? "")))
    return !OWN_BUCKET.test(name) && !purpose.speaksOf(name);
  if (purpose.isAtHome(name)) return false;
  if (isPicture(step, { start })) return true;
  const isDrop = isSuspiciousKind(hostKind({ host: name, path: "" }));
  if (!isConcealed && (purpose.names(name) || (purpose.expects(name) && !isDrop))) return false;
  if (isConcealed && !purpose.names(name) && purpose.expects(name) && !isDrop) return false;
  return (
    !THENCE.test(before) && !LINKED.test(before) && !isForbidden(step, { start, end: start + name.length })
  );
}
