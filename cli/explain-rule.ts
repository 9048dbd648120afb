import { RULES, type Rule, type RuleCase } from "@/lib/vetting/rules/rule";
import { UsageError, type Output } from "./command";
import { printLine } from "./print";

const WEIGHTS: Readonly<Record<RuleCase["severity"], string>> = {
  reject: "rejected",
  hold: "held for a person",
  remark: "a remark",
  note: "shown, no more",
};

/**
 * Prints what a rule of vetting looks for, why, what comes of it, and what an author can do.
 *
 * @throws UsageError for a rule that there is not.
 */
export function explainRule(name: string, output: Output): void {
  const { id, title, why, cases, remedy } = findRule(name);
  printLine(output, `${id}: ${title.en}`);
  printLine(output, why);
  for (const { severity, message, unless } of cases) {
    const exception = unless === undefined ? "" : ` (not where the skill is for ${unless.join(" or ")})`;
    const told = message === "{object}" ? title.en : message.replace(/:? \{object\}/, "");
    printLine(output, `  ${WEIGHTS[severity].padEnd(18)} ${told}${exception}`);
  }
  if (cases.length === 0)
    printLine(output, "  Compared with what the skill declares; by itself it is no reason to hold a skill.");
  printLine(output, remedy.en);
}

/** By its code, or by the code's last part. */
function findRule(name: string): Rule {
  const found = RULES.find(({ id }) => id === name || id.slice(id.indexOf(".") + 1) === name);
  if (found === undefined)
    throw new UsageError(`no rule is called ${name}; the rules are ${RULES.map(({ id }) => id).join(", ")}`);
  return found;
}
