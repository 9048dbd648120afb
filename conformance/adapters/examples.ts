import { cutExamples, type JsonSchema } from "@/lib/skill-format";
import { expandText } from "../runner/case-input";
import { findDifference } from "../runner/compare";
import type { Adapter } from "../runner/conformance-case";
import { listUnreported } from "../runner/issue-expectation";

/** `examples`: which examples are exposed, and what is said about the others. */
export const examples: Adapter = {
  kind: "examples",
  check({ input, expect }) {
    const list = expandText(input["examples"]);
    const { kept, issues } = cutExamples(
      list,
      (input["input_schema"] ?? undefined) as JsonSchema | undefined,
    );
    const { issues: reported, ...exact } = expect;
    const difference = findDifference(exact, { kept }, { subset: true });
    return [...(difference === null ? [] : [difference]), ...listUnreported(reported, issues, "examples")];
  },
};
