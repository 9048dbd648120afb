import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { interpretRun, type RunEnding } from "./execution-contract";

const ended = (stdout: string, changed: Partial<RunEnding> = {}): RunEnding => ({
  exitCode: 0,
  killedBy: null,
  stdout,
  ...changed,
});
const failure = async (ending: RunEnding, schema?: unknown) => {
  const reading = await interpretRun(ending, schema);
  if (reading.ok) throw new Error("the run counts as a success");
  return reading;
};

describe("a run that kept the contract", () => {
  it("gives its one object, however it is spaced", async () => {
    for (const stdout of ['{"result":"x"}', '\n {\n  "result": "x"\n}\n\n']) {
      expect(await interpretRun(ended(stdout))).toEqual({ ok: true, output: { result: "x" } });
    }
  });

  it("may say that there is no error", async () => {
    expect(await interpretRun(ended('{"error":null,"result":1}'))).toMatchObject({ ok: true });
  });

  it("keeps an own key __proto__ a plain member", async () => {
    const reading = await interpretRun(ended('{"__proto__":{"admin":true}}'));
    expect(reading.ok && Object.keys(reading.output)).toEqual(["__proto__"]);
    expect(reading.ok && "admin" in reading.output).toBe(false);
  });
});

describe("a run that reports an error as agreed", () => {
  it("fails in the skill's words and is no violation", async () => {
    expect(await failure(ended('{"error":"no key"}', { exitCode: 1 }))).toEqual({
      ok: false,
      fault: "skill",
      violation: false,
      message: "no key",
    });
  });

  it("fails too when it ends with status 0", async () => {
    expect(await failure(ended('{"error":"no key"}'))).toMatchObject({ message: "no key", fault: "skill" });
  });

  it("fails when the error is not text, as a violation", async () => {
    expect(await failure(ended('{"error":{"code":1}}'))).toMatchObject({ violation: true });
    expect(await failure(ended('{"error":{"code":1}}', { exitCode: 2 }))).toMatchObject({ violation: true });
  });
});

describe("a run that broke the contract", () => {
  it.each([
    ["nothing", "", /is empty/],
    ["only white space", " \n", /is empty/],
    ["a log line before the object", 'starting\n{"result":1}', /not one JSON value/],
    ["two objects", '{"a":1}\n{"a":2}', /not one JSON value/],
    ["a list", "[1]", /found a list/],
    ["null", "null", /found null/],
    ["text", '"x"', /found a string/],
    [
      "a byte order mark",
      '\ufeff{"a":1}',
      /begins with a byte order mark \(U\+FEFF\); write the JSON without it/,
    ],
    ["an unseen character first", '\u200b{"a":1}', /begins with the unseen character U\+200B/],
    ["a blank that is none in JSON first", '\u00a0{"a":1}', /the unseen character U\+00A0/],
    ["a key twice", '{"a":1,"a":2}', /twice/],
    ["half an object", '{"a":', /not one JSON value/],
    ["nesting beyond bounds", `{"a":${"[".repeat(100)}${"]".repeat(100)}}`, /deeper than 64/],
    ["NUL characters", '{"a":"\\u0000"}', /U\+0000/],
  ])("with %s on standard output", async (_, stdout, message) => {
    const reading = await failure(ended(stdout));
    expect(reading).toMatchObject({ fault: "skill", violation: true });
    expect(reading.message).toMatch(message);
  });

  it("with a byte order mark before its error", async () => {
    const reading = await failure(ended('\ufeff{"error":"no key"}', { exitCode: 1 }));
    expect(reading.message).toMatch(/begins with a byte order mark/);
  });

  it("with a status but no error object", async () => {
    expect(await failure(ended('{"result":"x"}', { exitCode: 1 }))).toMatchObject({ violation: true });
    expect((await failure(ended("", { exitCode: 139 }))).message).toMatch(/signal 11/);
  });

  it("with an output that does not match its schema", async () => {
    const schema = { type: "object", properties: { result: { type: "string" } }, required: ["result"] };
    expect(await interpretRun(ended('{"result":"x"}'), schema)).toMatchObject({ ok: true });
    expect((await failure(ended('{"result":5}'), schema)).message).toMatch(/at \/result.*Found number/);
    expect((await failure(ended("{}"), schema)).message).toMatch(/"result" is missing/);
  });

  it("with a number that would be another one when it is handed on", async () => {
    const reading = await failure(ended('{"ids":[1,9007199254740993]}'));
    expect(reading).toMatchObject({ fault: "skill", violation: true });
    expect(reading.message).toBe(
      "Standard output holds the number 9007199254740993, which JSON cannot carry exactly; write it as text. It stands at /ids/1.",
    );
    expect((await interpretRun(ended('{"id":"9007199254740993","share":0.30000000000000004}'))).ok).toBe(
      true,
    );
  });

  it("by passing a limit, whatever it had written before", async () => {
    for (const killedBy of ["timeout", "memory", "inodes", "stdout_limit", "stderr_limit"] as const) {
      const reading = await failure(ended('{"result":"x"}', { exitCode: null, killedBy }));
      expect(reading).toMatchObject({ fault: "skill", violation: true });
    }
    const limited = ended("", { exitCode: null, killedBy: "timeout", enforced: { timeoutMs: 1500 } });
    expect((await failure(limited)).message).toMatch(/time-out of 1500 ms/);
  });
});

describe("a run that failed through nobody's code", () => {
  it("is the caller's doing when the caller cancelled it", async () => {
    const reading = await failure(ended("", { exitCode: null, killedBy: "cancelled" }));
    expect(reading).toMatchObject({ fault: "caller", violation: false });
  });

  it("is the platform's when something on the machine ended it", async () => {
    expect(await failure(ended('{"a":1}', { exitCode: null }))).toMatchObject({ fault: "platform" });
  });
});

it("reading an output never throws, and a success is always an object", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string(), fc.json()),
      fc.integer({ min: 0, max: 255 }),
      async (stdout, exitCode) => {
        const reading = await interpretRun(ended(stdout, { exitCode }));
        if (reading.ok) expect([exitCode, typeof reading.output]).toEqual([0, "object"]);
      },
    ),
  );
});
