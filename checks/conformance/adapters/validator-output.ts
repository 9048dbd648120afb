import { describeFields } from "@/lib/skill-format";
import { readContent } from "../runner/case-input";
import { show } from "../runner/compare";
import type { Adapter } from "../runner/conformance-case";
import { assertKnown } from "../runner/runner-error";
import { compareLines, textsOf } from "./text-expectations";

/** `validator_output`: what the validator of Skill Metadata prints, and its exit status. */
export const validatorOutput: Adapter = {
  kind: "validator_output",
  check({ input, expect }) {
    const { lines, valid } = describeFields(new Map([["SKILL.md", readContent(input["skill_md"])]]));
    const exit = valid ? 0 : 1;
    assertKnown(expect, ["lines_in_order", "line_starts", "lacks_lines", "exit", "exit_nonzero"]);
    const failures: string[] = [];
    failures.push(...compareOrder(lines, textsOf(expect["lines_in_order"])));
    for (const start of textsOf(expect["line_starts"])) {
      if (!lines.some((line) => line.startsWith(start)))
        failures.push(`no line starts with ${show(start)}: ${show(lines)}`);
    }
    failures.push(...compareLines(lines, expect["lacks_lines"]));
    if (expect["exit"] !== undefined && expect["exit"] !== exit) failures.push(`exit is ${exit}`);
    if (expect["exit_nonzero"] !== undefined && expect["exit_nonzero"] !== (exit !== 0))
      failures.push(`exit is ${exit}`);
    return failures;
  },
};

/** Others may stand between the expected lines. */
function compareOrder(lines: readonly string[], expected: readonly string[]): string[] {
  let from = 0;
  for (const line of expected) {
    const at = lines.indexOf(line, from);
    if (at === -1) return [`no line ${show(line)} from line ${from + 1} on: ${show(lines)}`];
    from = at + 1;
  }
  return [];
}
