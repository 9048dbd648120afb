import { checkSkill } from "@/lib/skill-format";
import { readContent } from "../runner/case-input";
import { findDifference } from "../runner/compare";
import type { Adapter } from "../runner/conformance-case";

/** `lifecycle`: static or managed, and whether experience is recorded. */
export const lifecycle: Adapter = {
  kind: "lifecycle",
  check({ input, expect }) {
    const { manifest } = checkSkill({ files: new Map([["SKILL.md", readContent(input["skill_md"])]]) });
    const { managed, enabled } = manifest.evolution;
    const difference = findDifference(expect, { managed, evolution_enabled: enabled }, { subset: true });
    return difference === null ? [] : [difference];
  },
};
