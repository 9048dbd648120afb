import type { MarkdownUnit } from "../reading/units";
import { HIGH_STRONG, HIGH_WEAK, MEDIUM_STRONG, MEDIUM_WEAK, type Grade } from "../grade";
import type { Finding } from "../finding";
import { report, type Rule } from "../rule";
import { lineText } from "../sightings";
import { findOrders, type Order, type OrderKind } from "../vocabulary/instructions";

const VISIBLE = "suspicious.prompt_injection_instructions";
const HIDDEN = "malicious.hidden_instructions";

/** Sees orders to the agent against the person it works for, in plain text and where only the agent reads. */
export const promptInjection: Rule = {
  id: "prompt-injection",
  title: "The document gives the agent orders against its user",
  why: "An agent follows SKILL.md. Orders to ignore its rules, to keep things from the user, or to send secrets away turn it against the person it works for; in an HTML comment the person does not even see them.",
  remedy:
    "Say what the skill does and nothing about what the agent should hide, ignore or send on. If the text explains attacks, quote them and say so.",
  codes: [VISIBLE, HIDDEN],
  check({ units }) {
    return units.markdown.flatMap((unit) => [...checkHidden(unit), ...checkProse(unit)]);
  },
};

/** A comment that gives an order is an attack: nobody but the agent is meant to read it. */
function checkHidden(unit: MarkdownUnit): Finding[] {
  const { concealed } = unit.parts;
  if (concealed.trim() === "") return [];
  const orders = findOrders(concealed).filter(({ kind }) => kind !== "bypass");
  const message = "Text that only the agent reads gives it an order against its user.";
  return orders.slice(0, MAX_HIDDEN).map(({ start }) => {
    const evidence = concealed.slice(Math.max(0, start - 40), start + 160);
    return at(unit, start, { code: HIDDEN, grade: HIGH_STRONG, message, evidence });
  });
}

const MAX_HIDDEN = 10;

/** Orders that stand within a few lines of one another make one sighting. */
const PARAGRAPH = 600;

function checkProse(unit: MarkdownUnit): Finding[] {
  const orders = ordersOf(unit);
  const findings: Finding[] = [];
  for (let from = 0; from < orders.length;) {
    const start = orders[from]?.start ?? 0;
    let to = from;
    while (to < orders.length && (orders[to]?.start ?? 0) - start < PARAGRAPH) to++;
    const group = orders.slice(from, to);
    const grade = gradeGroup(group, unit);
    const [first] = group;
    if (grade !== null && first !== undefined) {
      const message = `The text tells the agent to ${describeKinds(group)}.`;
      findings.push(at(unit, first.start, { code: VISIBLE, grade, message, evidence: first.line }));
    }
    from = to;
  }
  return findings;
}

interface PlacedOrder {
  readonly kind: OrderKind;
  readonly start: number;
  readonly line: string;
  /** In quotes or code, or after a word that warns: shown, not given. */
  readonly quoted: boolean;
}

function ordersOf(unit: MarkdownUnit): PlacedOrder[] {
  const { visible } = unit.parts;
  return findOrders(visible).map((order) => ({
    kind: order.kind,
    start: order.start,
    line: lineText(visible, order.start),
    quoted: isQuoted(visible, order) || isExample(visible, order.start),
  }));
}

const MARKS = [/["“”]/, /[`]/, /['‘’]/, /[「」『』«»]/];

/** Between two marks of the same kind on its line, or in a table or block quote. */
function isQuoted(text: string, { start, text: order }: Order): boolean {
  const line = lineText(text, start);
  const at = line.indexOf(order.slice(0, 20));
  const before = line.slice(0, Math.max(0, at));
  const after = line.slice(Math.max(0, at) + order.length);
  return /^\s*(?:\||>)/.test(line) || MARKS.some((mark) => mark.test(before) && mark.test(after));
}

const EXAMPLES =
  /\b(?:examples?|e\.g\.|such as|detects?|attacks?|injections?|malicious|phrases?|red flags?|adversar\w+|untrusted|jailbreaks?|vulnerab\w+|threats?)\b|例如|比如|攻击|注入|检测|恶意|例|공격|주입|탐지|예:|예시/i;
const ADDRESS = /https?:\/\/\S+/g;

/** The line itself, the line before it or its heading says that this is shown and not given. */
function isExample(text: string, start: number): boolean {
  const before = text
    .slice(Math.max(0, start - EXAMPLE_REACH), start)
    .trimEnd()
    .split("\n");
  const heading = before.findLast((line) => line.startsWith("#")) ?? "";
  return [lineText(text, start), before.at(-1) ?? "", heading].some((line) =>
    EXAMPLES.test(line.replace(ADDRESS, "")),
  );
}

const EXAMPLE_REACH = 2000;

/** Sending secrets away is grave by itself; the other kinds only when they come together. */
function gradeGroup(group: readonly PlacedOrder[], unit: MarkdownUnit): Grade | null {
  const given = new Set(group.filter(({ quoted }) => !quoted).map(({ kind }) => kind));
  const shown = new Set(group.map(({ kind }) => kind));
  if (unit.origin === "script" && !unit.file.isSkillDocument)
    return given.has("exfiltration") ? HIGH_WEAK : given.size > 1 ? MEDIUM_STRONG : null;
  if (given.has("exfiltration")) return given.size > 1 || given.has("secrecy") ? HIGH_STRONG : HIGH_WEAK;
  if (given.has("override") && given.has("secrecy")) return HIGH_STRONG;
  if (given.has("override")) return MEDIUM_STRONG;
  if (given.has("secrecy") && given.has("bypass")) return MEDIUM_STRONG;
  if (given.has("secrecy")) return MEDIUM_WEAK;
  return shown.has("exfiltration") && shown.size > 1 ? MEDIUM_WEAK : null;
}

const DEEDS: Record<OrderKind, string> = {
  override: "set its rules aside",
  secrecy: "keep things from the user",
  exfiltration: "send secrets away",
  bypass: "skip confirmations",
};

function describeKinds(group: readonly PlacedOrder[]): string {
  return Array.from(new Set(group.map(({ kind }) => kind)), (kind) => DEEDS[kind]).join(" and to ");
}

function at(
  unit: MarkdownUnit,
  offset: number,
  seen: { code: string; grade: Grade; message: string; evidence: string },
): Finding {
  const { grade, ...rest } = seen;
  return report(promptInjection, { ...rest, ...grade, file: unit.file.path, line: unit.lineAt(offset) });
}
