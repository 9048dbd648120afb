import { expect, it } from "vitest";
import { RunnerError } from "../../runner/conformance-case";
import { checkAnswer, type AnswerExpectation } from "./check-answer";

const BODY = {
  skills: [{ name: "a" }, { name: "b" }],
  version: { files: [{ path: "SKILL.md" }], state: "approved" },
  secret: "s",
};
const TEXT = JSON.stringify(BODY);
const ANSWER = {
  status: 200,
  headers: new Headers({ "content-type": "application/json" }),
  bytes: Buffer.from(TEXT),
  text: TEXT,
  body: BODY,
};

it.each<[AnswerExpectation, boolean]>([
  [{ length: 2 }, true],
  [{ length: 1 }, false],
  [{ length: { "version.files": 1, skills: 2 } }, true],
  [{ length: { "version.files": 2 } }, false],
  [{ length: { version: 1 } }, false],
  [{ body: { version: { files: { length: 1 } } } }, true],
  [{ body: { version: { files: { length: 1, item_where: { path: "README.md" } } } } }, false],
  [{ body: { "version.files[0].path": "SKILL.md" } }, true],
  [{ body: { "version.files[0].path": "README.md" } }, false],
  [{ body: { "version.none": "x" } }, false],
  [{ has_any: ["none", "secret"] }, true],
  [{ has_any: ["none"] }, false],
  [{ has_any: [["secret", "version.state"], ["none"]] }, true],
  [
    {
      has_any: [
        ["none", "secret"],
        ["version.state", "state"],
      ],
    },
    true,
  ],
  [{ has_any: [["none", "secret"], ["state"]] }, false],
  [{ has_any: ["none", ["secret", "state"]] }, false],
])("%j is met: %s", (expected, holds) => {
  expect(checkAnswer(ANSWER, expected).length === 0).toBe(holds);
});

it("what nobody knows is a fault of the runner", () => {
  const odd = { mood: "happy" } as AnswerExpectation;
  expect(() => checkAnswer(ANSWER, odd)).toThrow(RunnerError);
  expect(() => checkAnswer(ANSWER, odd)).toThrow("mood");
});
