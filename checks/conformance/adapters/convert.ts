import { checkSkill, conversionTargets, installMode } from "@/lib/skill-format";
import { readFiles } from "../runner/case-input";
import type { Adapter } from "../runner/conformance-case";
import { compareFacts } from "../runner/runner-error";

/** `convert`: for which platforms a skill is converted. */
export const convert: Adapter = {
  kind: "convert",
  check({ input, expect }) {
    const { manifest } = checkSkill({ files: readFiles(input["files"]) });
    const targets = Object.fromEntries(
      conversionTargets(manifest).map(({ target, converts }) => [target, converts]),
    );
    return compareFacts(expect, { targets, install_mode: installMode(manifest) });
  },
};
