import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { failed } from "@/lib/running/calls/execute-call";
import type { JsonObject } from "@/lib/running/contract/json-text";
import { findRun, finishRun, insertRun } from "@/lib/running/runs/runs-repository";
import { digestJson, type JsonValue } from "@/lib/kernel/json/canonical-json";
import { buildSkillPackage, makeAccount, publishNow, testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
testBlobStore();

let versionId: string;
beforeAll(async () => {
  versionId = (await publishNow(buildSkillPackage(), await makeAccount())).versionId;
});

const newRun = (input: JsonObject) => ({
  id: newId("run"),
  versionId,
  input,
  inputDigest: digestJson(input as JsonValue),
  startedAt: new Date(),
});
const done = (output: JsonObject) => ({
  ...failed(null, null),
  state: "DONE" as const,
  output,
  outputDigest: digestJson(output as JsonValue),
});

const name = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.constantFrom("__proto__", "$type", "toJSON", "value"),
);
const { value: json } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.string({ unit: "grapheme" }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(null, true, false, "Raw", "DateTime"),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(fc.tuple(name, tie("value")), { maxLength: 4 }).map((members) => {
      const text = members.map(([key, member]) => `${JSON.stringify(key)}:${JSON.stringify(member)}`).join();
      return JSON.parse(`{${text}}`) as unknown;
    }),
  ),
}));
const storable = json.filter((value) => !/\\u0000/.test(JSON.stringify(value)));

test("what is stored has the digest of what was given, whatever JSON it is", async () => {
  await fc.assert(
    fc.asyncProperty(storable, storable, async (input, output) => {
      const run = newRun({ input });
      await insertRun(database(), run, done({ output }));
      const stored = await database().run.findUniqueOrThrow({ where: { id: run.id } });
      expect(digestJson(stored.input as JsonValue)).toBe(run.inputDigest);
      expect(digestJson(stored.output as JsonValue)).toBe(stored.outputDigest);
    }),
    { numRuns: 60 },
  );
});

test("the first end of a run stands", async () => {
  const run = newRun({ a: 1 });
  await insertRun(database(), run);
  expect(await findRun(database(), run.id)).toMatchObject({
    state: "RUNNING",
    finishedAt: null,
    output: null,
  });
  expect(await finishRun(database(), run.id, done({ first: true }))).toBe(true);
  expect(await finishRun(database(), run.id, done({ first: false }))).toBe(false);
  expect(await finishRun(database(), run.id, failed("skill", "late"))).toBe(false);
  expect(await findRun(database(), run.id)).toMatchObject({
    state: "DONE",
    output: { first: true },
    failure: null,
  });
  expect(await finishRun(database(), "run_none", failed("skill", "x"))).toBe(false);
});
