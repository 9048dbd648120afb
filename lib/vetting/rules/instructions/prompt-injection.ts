import type { MarkdownUnit, Units } from "../../reading/units";
import { HIGH_STRONG, HIGH_WEAK, MEDIUM_STRONG, MEDIUM_WEAK, type Grade } from "../../grade";
import type { Finding } from "../../finding";
import { report, type Rule } from "../../rule";
import { lineText } from "../../match-places";
import { findOrders } from "../../vocabulary/instructions";
import { mayHoldOrders, type Order, type OrderKind } from "../../vocabulary/order-phrases";
import { findSplitOrders } from "./split-orders";

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
    const seen = units.markdown.flatMap((unit) => [
      ...checkHidden(unit),
      ...checkProse(unit),
      ...checkFences(unit),
    ]);
    const split = findSplitOrders(units.markdown).map(({ unit, start, ...order }) =>
      at(unit, start, { code: VISIBLE, ...order }),
    );
    return seen.concat(split, units.decoded.flatMap(checkDecoded));
  },
};

/** A comment that gives an order is an attack: nobody but the agent is meant to read it. */
function checkHidden(unit: MarkdownUnit): Finding[] {
  const { concealed } = unit.parts;
  if (concealed.trim() === "") return [];
  const orders = findOrders(concealed).filter(({ kind }) => kind !== "bypass");
  // Pages speak of what is shown to the user, and hide much that is harmless.
  if (unit.file.language !== "markdown" && orders.every(({ kind }) => kind === "secrecy")) return [];
  const message = "Text that only the agent reads gives it an order against its user.";
  return orders.slice(0, MAX_HIDDEN).map(({ start }) => {
    const evidence = concealed.slice(Math.max(0, start - 40), start + 160);
    return at(unit, start, { code: HIDDEN, grade: HIGH_STRONG, message, evidence });
  });
}

const MAX_HIDDEN = 10;

/** An encoded order is an attack, and so is one inside a picture: a reader sees neither. */
function checkDecoded(placed: Units["decoded"][number]): Finding[] {
  const { text, file } = placed;
  const orders = mayHoldOrders(text) ? findOrders(text) : [];
  const first = orders.find(({ kind }) => kind !== "bypass" && kind !== "secrecy");
  if (first === undefined) return [];
  const message =
    file.text === null
      ? "A file that is no text holds an order to the agent against its user."
      : "An encoded text gives the agent an order against its user.";
  const evidence = text.slice(Math.max(0, first.start - 40), first.start + 160);
  return [
    report(promptInjection, {
      code: HIDDEN,
      ...HIGH_STRONG,
      file: file.path,
      line: placed.lineAt(first.start),
      message,
      evidence,
    }),
  ];
}

/**
 * A fence of SKILL.md shows, but what it shows is copied: several kinds of orders together are no example of anything.
 */
function checkFences(unit: MarkdownUnit): Finding[] {
  if (!unit.file.isSkillDocument) return [];
  return unit.parts.fences.flatMap(({ content, start }) => {
    if (!mayHoldOrders(content) || isExample(unit.text, start)) return [];
    const orders = findOrders(content);
    const kinds = new Set(orders.map(({ kind }) => kind));
    const [first] = orders;
    if (first === undefined || kinds.size < 2 || !(kinds.has("exfiltration") || kinds.has("override")))
      return [];
    const group = orders.map((order) => ({ ...order, line: "", quoted: false, marked: false }));
    const message = `The text tells the agent to ${describeKinds(group)}.`;
    return [
      at(unit, start + first.start, {
        code: VISIBLE,
        grade: HIGH_WEAK,
        message,
        evidence: lineText(content, first.start),
      }),
    ];
  });
}

/** Orders that stand within a few lines of one another make one sighting; in data those of one line. */
const PARAGRAPH = 600;

function endOfGroup(orders: readonly PlacedOrder[], from: number, { isData, text }: MarkdownUnit): number {
  const { line, start } = orders[from] ?? { line: "", start: 0 };
  for (let to = from + 1; ; to++) {
    const next = orders[to];
    if (next === undefined || next.start - start >= PARAGRAPH) return to;
    if (isData && next.line !== line && !isOneText(text.slice(start, next.start))) return to;
  }
}

/** Lines of one text, a docstring or a block of YAML: none begins with a mark that opens another. */
function isOneText(between: string): boolean {
  return !/\n\s*(?:[-*,([{#/|]|\w{0,2}["'`]|[\w."']{1,40}\s*[:=,]|[^\n]{0,200}["'`],?\s*\n)/.test(between);
}

function checkProse(unit: MarkdownUnit): Finding[] {
  const orders = ordersOf(unit);
  const findings: Finding[] = [];
  for (let from = 0; from < orders.length;) {
    const to = endOfGroup(orders, from, unit);
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
  /**
   * In quotes or code, or in a table or block quote that warns. A word that warns is quickly written; marks around an
   * order say that it is none.
   */
  readonly marked: boolean;
}

function ordersOf(unit: MarkdownUnit): PlacedOrder[] {
  const { visible } = unit.parts;
  if (!mayHoldOrders(visible)) return [];
  return findOrders(visible).map((order) => {
    const line = lineText(visible, order.start);
    const warned = isExample(visible, order.start);
    const isAside = /^\s*[|>]/.test(line);
    const marked = isQuoted(visible, order, unit.isData) || (isAside && warned);
    return {
      kind: order.kind,
      start: order.start,
      line,
      quoted: marked || warned || isAside,
      marked,
    };
  });
}

const MARKS = [
  ['"', '"'],
  ["`", "`"],
  ["“", "”"],
  ["‘", "’"],
  ["「", "」"],
  ["『", "』"],
  ["«", "»"],
] as const;

/** True if what comes next stands behind an opening mark. */
function isOpen(before: string, open: string, close: string): boolean {
  if (open === close) return before.split(open).length % 2 === 0;
  return before.lastIndexOf(open) > before.lastIndexOf(close);
}

/** Between two marks of the same kind on its line. */
function isQuoted(text: string, { start, text: order }: Order, isData: boolean): boolean {
  const line = lineText(text, start);
  const at = line.indexOf(order.slice(0, 20));
  const before = line.slice(0, Math.max(0, at));
  const after = line.slice(Math.max(0, at) + order.length);
  const marks = isData ? MARKS.slice(2) : MARKS;
  return marks.some(([open, close]) => isOpen(before, open, close) && after.indexOf(close) !== -1);
}

const EXAMPLES =
  /\b(?:examples?|e\.g\.|such as|detects?|attacks?|injections?|malicious|(?<!(?:seed|recovery|secret|pass)\s?)phrases?|red flags?|adversar\w+|untrusted|jailbreaks?|vulnerab\w+|threats?)\b|例如|比如|攻击|注入|检测|恶意|例|공격|주입|탐지|예:|예시/i;
/** Addresses and names of hosts, whose words say nothing of the text. */
const ADDRESS =
  /https?:\/\/\S+|[\w.+-]{1,60}@[\w.-]{1,100}|\b[\w-]{2,60}\.(?:[\w-]{2,60}\.)?(?:example|test|com|net|org|io|dev)\b/g;

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

/** The agent's own settings are where it is asked no more, in every later session too. */
const CHANGES_SETTINGS =
  /\b(?:set|change|switch|edit|enable|write|add)\b[^\n]{0,160}(?:~|\$HOME)\/\.(?:claude|codex|gemini|cursor|openclaw)\/[^\n]{0,160}\b(?:never|no\s+longer|without)\b[^\n]{0,30}\b(?:ask(?:ed|ing)?|prompt(?:ed|ing)?|confirm\w*|approv\w+)/i;

/** Sending secrets away is grave by itself; the other kinds only when they come together. */
function gradeGroup(group: readonly PlacedOrder[], unit: MarkdownUnit): Grade | null {
  const given = new Set(group.filter(({ quoted }) => !quoted).map(({ kind }) => kind));
  const shown = new Set(group.map(({ kind }) => kind));
  if (unit.isData)
    return given.size > 1 && (given.has("exfiltration") || given.has("override")) ? HIGH_WEAK : null;
  if (unit.origin === "script" && !unit.file.isSkillDocument)
    return given.has("exfiltration") ? HIGH_WEAK : given.size > 1 ? MEDIUM_STRONG : null;
  if (given.has("payment")) return given.has("secrecy") || given.has("bypass") ? HIGH_STRONG : HIGH_WEAK;
  if (given.has("exfiltration")) return given.size > 1 || given.has("secrecy") ? HIGH_STRONG : HIGH_WEAK;
  if (given.has("override") && given.has("secrecy")) return HIGH_STRONG;
  if (given.has("override")) return MEDIUM_STRONG;
  if (given.has("remote")) return MEDIUM_STRONG;
  if (given.has("bypass") && group.some(({ quoted, line }) => !quoted && CHANGES_SETTINGS.test(line)))
    return MEDIUM_STRONG;
  if (given.has("secrecy") && given.has("bypass")) return MEDIUM_STRONG;
  if (given.has("secrecy")) return MEDIUM_WEAK;
  if (!shown.has("exfiltration") || shown.size < 2) return null;
  const unmarked = new Set(group.filter(({ marked }) => !marked).map(({ kind }) => kind));
  return unmarked.has("exfiltration") && unmarked.size > 1 ? HIGH_WEAK : MEDIUM_WEAK;
}

const DEEDS: Record<OrderKind, string> = {
  override: "set its rules aside",
  secrecy: "keep things from the user",
  exfiltration: "send secrets away",
  payment: "pay an address of the text's own",
  bypass: "skip confirmations",
  remote: "obey whatever an address says",
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
