import { expect, it } from "vitest";
import { latestOf, nextOf } from "./versions";

const of = (...versions: string[]) => versions.map((version) => ({ version }));

it.each<[string[], string | null, string | null]>([
  [[], null, null],
  [["1.10.0", "2.0.0-beta.1"], "1.10.0", "2.0.0-beta.1"],
  [["2.0.0-beta.1", "1.10.0", "1.10.1"], "1.10.1", "2.0.0-beta.1"],
  [["2.0.0-beta.1", "2.0.0-beta.11", "2.0.0-beta.2", "1.0.0"], "1.0.0", "2.0.0-beta.11"],
  [["1.0.0", "1.0.0-rc.1"], "1.0.0", null],
  [["2.0.0", "1.9.0-rc.1"], "2.0.0", null],
  [["0.1.0-alpha", "0.1.0-alpha.1"], "0.1.0-alpha.1", null],
  [["1.0.0+build.1", "1.0.1-0"], "1.0.0+build.1", "1.0.1-0"],
  [["2024.01.15", "2024.02.01"], "2024.02.01", null],
  [["1.0.0-x-y", "2024.02.01"], "2024.02.01", null],
])("of %j the latest is %s and the next %s", (versions, latest, next) => {
  expect(latestOf(of(...versions))?.version ?? null).toBe(latest);
  expect(nextOf(of(...versions))?.version ?? null).toBe(next);
});
