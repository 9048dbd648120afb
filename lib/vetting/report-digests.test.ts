import fs from "node:fs";
import { expect, test } from "vitest";
import { BENIGN } from "./testing/benign-samples";
import { EVERYDAY } from "./testing/everyday";
import { HOSTILE } from "./testing/hostile-samples";
import { HONEST_OF_RULES } from "./testing/rule-samples";
import { sampleFiles } from "./testing/sample";
import { ENGINE_VERSION } from "./report";
import { vetPackage } from "./vet-package";

/**
 * Report digests as they came out where the file was written. Whoever runs the same engine must get the same, on any
 * machine; an engine that says something else about the same package needs a version of its own.
 */
const RECORDED = "lib/vetting/testing/report-digests.json";

test("the same engine gives the digests that were recorded on another machine", async () => {
  const entries = await Promise.all(
    [...BENIGN, ...EVERYDAY, ...HONEST_OF_RULES, ...HOSTILE].map(async (sample) => {
      const facts = { name: "sample", description: "A sample.", permissions: sample.permissions ?? null };
      const { reportDigest } = await vetPackage({ files: sampleFiles(sample), facts });
      return [sample.title, reportDigest] as const;
    }),
  );
  const digests = Object.fromEntries(entries);
  const current = { engine: ENGINE_VERSION, digests };
  if (process.env["RECORD_DIGESTS"] === "1")
    fs.writeFileSync(RECORDED, `${JSON.stringify(current, null, 2)}\n`);
  expect(
    current,
    "what the engine reports has changed: raise ENGINE_VERSION, then RECORD_DIGESTS=1 npx vitest run lib/vetting/report-digests",
  ).toEqual(JSON.parse(fs.readFileSync(RECORDED, "utf8")));
  expect(new Set(Object.values(digests)).size).toBeGreaterThan(60);
});
