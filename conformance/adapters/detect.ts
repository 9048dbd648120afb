import { detectDialects, type Dialect } from "@/lib/skill-format";
import { readFiles } from "../runner/case-input";
import type { Adapter } from "../runner/conformance-case";
import { assertKnown } from "../runner/runner-fault";

/** `detect`: which dialects a package shows signs of. */
export const detect: Adapter = {
  kind: "detect",
  check({ input, expect }) {
    assertKnown(expect, ["includes", "excludes"]);
    const detected = detectDialects(readFiles(input["files"]));
    const missing = ((expect["includes"] ?? []) as Dialect[]).filter(
      (dialect) => !detected.includes(dialect),
    );
    const extra = ((expect["excludes"] ?? []) as Dialect[]).filter((dialect) => detected.includes(dialect));
    return [
      ...missing.map((dialect) => `${dialect} not detected`),
      ...extra.map((dialect) => `${dialect} detected`),
    ];
  },
};
