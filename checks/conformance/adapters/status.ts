import { checkSkill, decideStatus, type VettingFinding } from "@/lib/skill-format";
import { readFiles, type Adapter, compareFacts } from "../runner/conformance-case";

/** `status`: the decision on an upload. */
export const status: Adapter = {
  kind: "status",
  check({ input, expect }) {
    const check = checkSkill({ files: readFiles(input["files"]) });
    const decision = decideStatus(check, (input["vetting_findings"] ?? []) as VettingFinding[]);
    const { status_in: allowed, ...exact } = expect;
    const actual = { status: decision.status, spec: decision.spec, auto_convert: decision.autoConvert };
    const failures = compareFacts(exact, actual).map((line) => `${line} (${decision.reasons.join("; ")})`);
    if (Array.isArray(allowed) && !allowed.includes(decision.status))
      failures.push(`status is ${decision.status}`);
    return failures;
  },
};
