import { checkSkill, decideStatus, type VettingFinding } from "@/lib/skill-format";
import { readFiles } from "../runner/case-input";
import { findDifference } from "../runner/compare";
import type { Adapter } from "../runner/conformance-case";

/** `status`: the decision on an upload. */
export const status: Adapter = {
  kind: "status",
  check({ input, expect }) {
    const check = checkSkill({ files: readFiles(input["files"]) });
    const decision = decideStatus(check, (input["vetting_findings"] ?? []) as VettingFinding[]);
    const { status_in: allowed, ...exact } = expect;
    const actual = { status: decision.status, spec: decision.spec, auto_convert: decision.autoConvert };
    const difference = findDifference(exact, actual, { subset: true });
    const failures = difference === null ? [] : [`${difference} (${decision.reasons.join("; ")})`];
    if (Array.isArray(allowed) && !allowed.includes(decision.status))
      failures.push(`status is ${decision.status}`);
    return failures;
  },
};
