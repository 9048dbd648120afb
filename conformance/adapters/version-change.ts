import { versionChange } from "@/lib/skill-format";
import { findDifference } from "../runner/compare";
import type { Adapter } from "../runner/conformance-case";

/** `version_change`: kind of change, compatibility and audit between two versions. */
export const versionChangeAdapter: Adapter = {
  kind: "version_change",
  check({ input, expect }) {
    const change = versionChange(String(input["from"]), String(input["to"]));
    const difference = findDifference(expect, change, { subset: true });
    return difference === null ? [] : [difference];
  },
};
