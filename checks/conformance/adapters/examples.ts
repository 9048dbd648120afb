import { cutExamples, type JsonSchema } from "@/lib/skill-format";
import { expandText, type Adapter, compareFacts } from "../runner/conformance-case";
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
    return [...compareFacts(exact, { kept }), ...listUnreported(reported, issues, "examples")];
  },
};
