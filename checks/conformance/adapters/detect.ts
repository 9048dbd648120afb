import { checkSkill } from "@/lib/skill-format";
import { readFiles } from "../runner/case-input";
import type { Adapter } from "../runner/conformance-case";
import { assertKnown } from "../runner/runner-error";

/** `detect`: the formats that the market checks a package against when nobody asks for others. */
export const detect: Adapter = {
  kind: "detect",
  check({ input, expect }) {
    assertKnown(expect, ["includes", "excludes"]);
    const { reports } = checkSkill({ files: readFiles(input["files"]) });
    const detected = new Set<unknown>(reports.map(({ dialect }) => dialect));
    const [includes, excludes] = ["includes", "excludes"].map((name) => (expect[name] ?? []) as string[]);
    const missing = includes?.filter((dialect) => !detected.has(dialect)) ?? [];
    const extra = excludes?.filter((dialect) => detected.has(dialect)) ?? [];
    return [
      ...missing.map((dialect) => `${dialect} not detected`),
      ...extra.map((dialect) => `${dialect} detected`),
    ];
  },
};
