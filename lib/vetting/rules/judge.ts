import { showEvidence } from "../evidence";
import type { Fact, Origin } from "../facts/fact";
import type { Purpose } from "../facts/purpose";
import type { Confidence, Finding, Severity } from "../finding";
import { RULES, type Condition, type Rule, type RuleCase } from "./rule";

type Weight = RuleCase["severity"];

const GRADES: Readonly<Record<Exclude<Weight, "note">, { severity: Severity; confidence: Confidence }>> = {
  reject: { severity: "high", confidence: "strong" },
  hold: { severity: "medium", confidence: "strong" },
  remark: { severity: "low", confidence: "strong" },
};

/** What the rules say of facts: each rule speaks of a fact once, by the first of its cases that fits. */
export function judgeFacts(facts: readonly Fact[], purpose: Purpose): Finding[] {
  const byFile = new Map<string, Fact[]>();
  for (const fact of facts) byFile.set(fact.file, [...(byFile.get(fact.file) ?? []), fact]);
  const others = { file: ({ file }: Fact) => byFile.get(file) ?? [], package: () => facts };
  return RULES.flatMap((rule) =>
    facts.flatMap((fact) => {
      const found = rule.cases.find(
        (each) => fits(each, fact, others) && !(each.unless ?? []).some((kind) => purpose.says(kind)),
      );
      const weight = found === undefined ? "note" : weightAt(found.severity, fact.origin);
      return found === undefined || weight === "note"
        ? []
        : [toFinding(rule, { fact, message: found.message, weight })];
    }),
  );
}

function toFinding(
  rule: Rule,
  { fact, message, weight }: { fact: Fact; message: string; weight: Exclude<Weight, "note"> },
): Finding {
  return {
    code: rule.id,
    ...GRADES[weight],
    file: fact.file,
    line: fact.line,
    message: message.replace("{object}", () => showEvidence(fact.object)),
    evidence: showEvidence(fact.evidence),
    remedy: rule.remedy.en,
  };
}

/**
 * Code that runs counts in full, and so do SKILL.md, which tells an agent what to do, and the documents that it orders to be
 * followed. What a document shows that is only named, and what is warned of, counts a step less: an attacker can write a warning
 * as well. Other documents are read on demand and quote much: they are facts.
 */
function weightAt(weight: Weight, origin: Origin): Weight {
  if (origin === "document") return "note";
  if (weight === "remark") return weight;
  if (origin === "followed" || origin === "quoted") return weight === "reject" ? "hold" : "note";
  return weight;
}

type Others = Readonly<Record<"file" | "package", (fact: Fact) => readonly Fact[]>>;

function fits({ when: [first, ...rest] }: RuleCase, fact: Fact, others: Others): boolean {
  if (first === undefined || !isMeant(first, fact)) return false;
  return rest.every((condition) =>
    condition.same === true
      ? isMeant(condition, fact)
      : others[condition.where ?? "file"](fact).some((other) => isMeant(condition, other)),
  );
}

/** Pure: one fact against one condition. */
function isMeant({ fact: kind, all, any, none, origin }: Condition, fact: Fact): boolean {
  const has = (trait: string) => fact.traits.includes(trait);
  return (
    (kind === undefined || fact.kind === kind) &&
    (all ?? []).every(has) &&
    (any === undefined || any.some(has)) &&
    !(none ?? []).some(has) &&
    (origin === undefined || origin.includes(fact.origin))
  );
}
