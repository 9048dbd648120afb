import { versionChange } from "@/lib/skill-format";
import type { Adapter } from "../runner/conformance-case";
import { compareFacts } from "../runner/runner-error";

/** `version_change`: kind of change, compatibility and audit between two versions. */
export const versionChangeAdapter: Adapter = {
  kind: "version_change",
  check({ input, expect }) {
    const change = versionChange(String(input["from"]), String(input["to"]));
    return compareFacts(expect, { ...change }, ["change", "compatibility", "audit", "refused"]);
  },
};
