import { checkSkill } from "@/lib/skill-format";
import { readContent } from "../runner/case-input";
import type { Adapter } from "../runner/conformance-case";
import { compareFacts } from "../runner/runner-error";

/** `lifecycle`: static or managed, and whether experience is recorded. */
export const lifecycle: Adapter = {
  kind: "lifecycle",
  check({ input, expect }) {
    const { manifest } = checkSkill({ files: new Map([["SKILL.md", readContent(input["skill_md"])]]) });
    const { managed, enabled } = manifest.evolution;
    return compareFacts(expect, { managed, evolution_enabled: enabled });
  },
};
