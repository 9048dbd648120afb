import { cutExamples, type JsonSchema } from "@/lib/skill-format";
import { expandText } from "../runner/case-input";
import type { Adapter } from "../runner/conformance-case";
import { listUnreported } from "../runner/issue-expectation";
import { compareFacts } from "../runner/runner-error";

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
    return [...compareFacts(exact, { kept }), ...listUnreported(reported, issues, "examples")];
  },
};
