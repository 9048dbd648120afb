import { describe, expect, test } from "vitest";
import { changeForm } from "@/components/run/form/change-form";
import { ACT, addAct, exampleAct, removeAct, VIEW_ACT } from "@/components/run/form/form-controls";
import { formFields } from "@/components/run/form/form-fields";

const fields = formFields({
  type: "object",
  required: ["my lines"],
  properties: {
    "my lines": { type: "array", items: { type: "string" } },
    width: { type: "integer" },
  },
});
const examples = [
  { position: 0, input: { "my lines": ["first"] } },
  { position: 2, input: { "my lines": ["third"] } },
];

/** What the form holds after this button was pressed. */
function press(act: string | null, controls: readonly [string, string][]) {
  const form = new FormData();
  for (const [name, value] of controls) form.append(name, value);
  if (act !== null) form.append(ACT, act);
  return changeForm(form, { fields, examples });
}

const LINES: readonly [string, string][] = [
  ["input.my lines[]", "0"],
  ["input.my lines.0", "one"],
  ["input.my lines[]", "7"],
  ["input.my lines.7", "two"],
];

describe("a button of a run form that was sent without scripts", () => {
  test("is none when the form was sent to be run", () => {
    expect(press(null, LINES)).toBeNull();
  });

  test("adds an item to a list, and takes one away by its key", () => {
    const added = press(addAct("my lines"), [...LINES, ["input.width", "x1"]]);
    expect(added).toMatchObject({ input: { "my lines": ["one", "two", null], width: "x1" }, asJson: false });
    expect(press(removeAct("my lines", "0"), LINES)?.input).toEqual({ "my lines": ["two"] });
    expect(press(removeAct("my lines", "none"), LINES)?.input).toEqual({ "my lines": ["one", "two"] });
  });

  test("fills the form with the example that was shown, in the view that was shown", () => {
    expect(press(exampleAct(2), LINES)).toMatchObject({ input: { "my lines": ["third"] }, asJson: false });
    expect(press(exampleAct(0), [["json", "{"]])).toMatchObject({
      input: { "my lines": ["first"] },
      asJson: true,
      json: null,
    });
  });

  test("shows what is written as JSON, and JSON as controls", () => {
    expect(press(VIEW_ACT, LINES)).toMatchObject({ input: { "my lines": ["one", "two"] }, asJson: true });
    expect(press(VIEW_ACT, [["json", '{"width": 3}']])).toMatchObject({ input: { width: 3 }, asJson: false });
  });

  test("keeps JSON that cannot be read as it was written, and says so", () => {
    expect(press(VIEW_ACT, [["json", '{"width": ']])).toMatchObject({
      asJson: true,
      json: '{"width": ',
      problem: { kind: "input", faults: [{ field: "json" }] },
    });
  });

  test("keeps JSON that the controls cannot show all of, and line ends as they were written", () => {
    const json = '{"my lines": ["a"], "more": 1}';
    expect(press(VIEW_ACT, [["json", json]])).toMatchObject({
      asJson: true,
      input: { "my lines": ["a"], more: 1 },
      problem: { faults: [{ field: "json", beyondForm: true }] },
    });
    const sent = LINES.map(([name, value]): [string, string] => [name, value === "one" ? "o\r\nne" : value]);
    expect(press(VIEW_ACT, sent)?.input).toEqual({ "my lines": ["o\nne", "two"] });
  });

  test("changes nothing when nobody knows it", () => {
    expect(press("everything", LINES)?.input).toEqual({ "my lines": ["one", "two"] });
    expect(press(exampleAct(1), LINES)?.input).toEqual({ "my lines": ["one", "two"] });
  });
});
