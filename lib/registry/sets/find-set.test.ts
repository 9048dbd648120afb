import { expect, test } from "vitest";
import { decidePart } from "./find-set";

type Version = Parameters<typeof decidePart>[0][number];
const version = (number: string, more: Partial<Version> = {}): Version => ({
  skillId: "skl_1",
  id: `ver_${number}`,
  version: number,
  slug: "a-skill",
  packageDigest: "sha256:0",
  isPublished: true,
  isYanked: false,
  yankReason: null,
  quarantineReason: null,
  access: "public",
  isExpired: false,
  ...more,
});
const yanked = { isYanked: true, yankReason: "a fault" };

test.each<[string, Version[], string, string, string | null]>([
  [
    "the highest in the range",
    [version("1.0.0"), version("1.2.0"), version("2.0.0")],
    "^1.0.0",
    "given",
    "1.2.0",
  ],
  ["also where a later one was lower", [version("1.9.0"), version("1.10.0")], "*", "given", "1.10.0"],
  ["no pre-release by a range", [version("1.1.0-rc.1"), version("1.0.0")], "^1.0.0", "given", "1.0.0"],
  [
    "a pre-release by its name",
    [version("1.1.0-rc.1"), version("1.0.0")],
    "1.1.0-rc.1",
    "given",
    "1.1.0-rc.1",
  ],
  [
    "what stands below what was withdrawn",
    [version("1.1.0", yanked), version("1.0.0")],
    "^1.0.0",
    "given",
    "1.0.0",
  ],
  [
    "nothing once all were withdrawn",
    [version("1.1.0", yanked), version("1.0.0", yanked)],
    "*",
    "withdrawn",
    null,
  ],
  [
    "nothing of what is in quarantine",
    [version("1.0.0", { quarantineReason: "bad" })],
    "*",
    "quarantined",
    null,
  ],
  [
    "nothing of what waits for vetting",
    [version("1.0.0", { isPublished: false })],
    "*",
    "not_published",
    null,
  ],
  [
    "what is published, not what waits",
    [version("1.1.0", { isPublished: false }), version("1.0.0")],
    "*",
    "given",
    "1.0.0",
  ],
  ["nothing of an expired draft", [version("1.0.0", { isExpired: true })], "*", "not_published", null],
  ["nothing of a skill without versions", [], "*", "not_published", null],
  ["nothing outside of the range", [version("1.0.0")], "^2.0.0", "no_version", null],
])("a part gives %s", (_name, versions, range, state, number) => {
  const decided = decidePart(versions, range);
  expect([decided.state, decided.chosen?.version ?? null]).toEqual([state, number]);
});
