import { checkSkill, hintPolicy } from "@/lib/skill-format";
import { readContent } from "../runner/case-input";
import { findDifference } from "../runner/compare";
import type { Adapter } from "../runner/conformance-case";

/** `hint_policy`: what the hints of a skill lead to. */
export const hintPolicyAdapter: Adapter = {
  kind: "hint_policy",
  check({ input, expect }) {
    const { manifest } = checkSkill({ files: new Map([["SKILL.md", readContent(input["skill_md"])]]) });
    const policy = hintPolicy(manifest.hints);
    const actual = {
      network: policy.network,
      ab_task_marked: policy.abTaskMarked,
      higher_bond: policy.higherBond,
      integration_test_required: policy.integrationTestRequired,
      auto_retry: policy.automaticRetry,
      automatic_retry: policy.automaticRetry,
      retry_allowed: policy.automaticRetry,
      sandbox_replay: policy.sandboxReplay,
      replay_allowed: policy.sandboxReplay,
    };
    const difference = findDifference(expect, actual, { subset: true });
    return difference === null ? [] : [difference];
  },
};
