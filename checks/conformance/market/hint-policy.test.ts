import { expect, test } from "vitest";
import { testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { compareHints } from "../adapters/hint-policy";
import { RunnerError } from "../runner/conformance-case";
import { runHintPolicy } from "./hint-policy";

testDatabase();
testBlobStore();

const skill = (annotations: Record<string, boolean>) => `---
name: csv-cleaner
version: 1.0.0
description: Cleans CSV files and reports what was changed.
author: DgX9xEoN7RZGWevFVCy13JuzKsnmAx9B3VLfvoJxwqKn
pricing: { model: per_call, price_lamports: 5000 }
runtime:
  docker_image: exo-runtime-python-3.11
  docker_image_hash: sha256:6105d6cc76af400325e94d588ce511be5bfdbb73b437dc51eca43917d7a43e3d
  entrypoint: scripts/main.py
io:
  input_schema: { type: object, properties: { csv: { type: string } }, additionalProperties: false, maxProperties: 20 }
  output_schema: { type: object, properties: { csv: { type: string } } }
annotations: ${JSON.stringify(annotations)}
---

# CSV Cleaner

## 功能描述

Cleans CSV files.

## 使用示例

Input and output.

## 注意事项

None.
`;

const DEFAULTS = {
  network: "disabled",
  abTaskMarked: true,
  higherBond: false,
  integrationTestRequired: false,
  automaticRetry: true,
  sandboxReplay: true,
};

test.each<[Record<string, boolean>, object]>([
  [{}, {}],
  [{ readOnlyHint: false }, { abTaskMarked: false }],
  [
    { readOnlyHint: false, destructiveHint: true },
    { abTaskMarked: false, higherBond: true },
  ],
  [
    { readOnlyHint: true, destructiveHint: true },
    { abTaskMarked: false, higherBond: true },
  ],
  [{ idempotentHint: false }, { automaticRetry: false, sandboxReplay: false }],
  [{ openWorldHint: true }, { network: "enabled", integrationTestRequired: true }],
])("the market does with a skill of the hints %o what Exo says", async (annotations, differs) => {
  expect(await runHintPolicy({ skill_md: skill(annotations) })).toEqual({ ...DEFAULTS, ...differs });
});

test("what the market does is told in the words that a case may use", async () => {
  const done = await runHintPolicy({ skill_md: skill({}) });
  const said = { may_retry: true, replay: true, network: false, security_bond_higher: false };
  expect(compareHints(said, { ...done })).toEqual([]);
  expect(compareHints({ network: "enabled" }, { ...done })).toHaveLength(1);
  expect(() => compareHints({ mood: "happy" }, { ...done })).toThrow(RunnerError);
});
