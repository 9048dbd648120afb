import fs from "node:fs";
import { expect, test } from "vitest";
import { callChoices, callFields, chooseCall, toolOfForm } from "@/components/run/form/call-fields";
import { fitsForm } from "@/components/run/form/fits-form";
import { readInput } from "@/components/run/form/read-input";
import { readSkillTools, type SkillTool } from "@/lib/skill-format";

const tool = (name: string, handled: boolean, parameters: SkillTool["parameters"] = []): SkillTool => ({
  name,
  type: "compute",
  description: "",
  whenToCall: "",
  cardType: null,
  parameters,
  handled,
});
const parameter = (name: string, type: string, required = false, options: string[] = []) => ({
  name,
  type,
  required,
  description: null,
  options,
});

const PARAMETERS = [
  parameter("data", "object", true),
  parameter("unit", "string", false, ["cm", "in"]),
  parameter("count", "int"),
  parameter("exact", "bool"),
];
const TOOLS = [tool("one", true, PARAMETERS), tool("card", false), tool("two", true)];
const ALONE = { inputSchema: null, tools: TOOLS, entryPoint: "tools/handlers.py" };
const BESIDE = {
  inputSchema: { type: "object", properties: { text: { type: "string" } } },
  tools: TOOLS,
  entryPoint: "scripts/main.py",
};

test.each([
  ["of a skill that has only tools", ALONE, ["one", "two"], "one"],
  ["of a skill with an entry point", BESIDE, [null, "one", "two"], null],
  ["where no tool has a handler", { ...BESIDE, tools: [tool("card", false)] }, [null], null],
  ["of an ordinary skill", { ...BESIDE, tools: [] }, [null], null],
])("%s the choices are the tools with a handler", (_name, skill, names, first) => {
  expect(callChoices(skill).map((each) => each?.name ?? null)).toEqual(names);
  expect(chooseCall(skill, undefined)?.name ?? null).toBe(first);
  expect(chooseCall(skill, "card")?.name ?? null).toBe(first);
  expect(chooseCall(skill, "constructor")?.name ?? null).toBe(first);
});

test("the form has a field for each parameter of the tool, and gives its call", () => {
  const fields = callFields(BESIDE, "one");
  const form = new FormData();
  form.append("input.tool_call.tool", "one");
  form.append("input.tool_call.args.data", '{"birth": [1, {"a": 2}]}');
  form.append("input.tool_call.args.unit", "cm");
  form.append("input.tool_call.args.count", "3");
  form.append("input.tool_call.args.exact", "on");
  const input = {
    tool_call: {
      tool: "one",
      args: { data: { birth: [1, { a: 2 }] }, unit: "cm", count: 3, exact: true },
    },
  };
  expect(readInput(form, fields, false)).toEqual({ ok: true, input });
  expect(fitsForm(fields, input)).toBe(true);
  expect(fitsForm(callFields(BESIDE, "two"), input)).toBe(false);
  const kinds = fields[0]?.fields
    .find(({ name }) => name === "args")
    ?.fields.map(({ name, kind }) => [name, kind]);
  expect(kinds).toEqual([
    ["data", "json"],
    ["unit", "choice"],
    ["count", "integer"],
    ["exact", "boolean"],
  ]);
});

test("what a handler asks for itself may stay empty, and a tool without parameters needs nothing", () => {
  const form = new FormData();
  form.append("input.tool_call.tool", "one");
  expect(readInput(form, callFields(ALONE, "one"), false)).toEqual({
    ok: true,
    input: { tool_call: { tool: "one", args: {} } },
  });
  const [call] = callFields(ALONE, "two");
  const args = call?.fields.find(({ name }) => name === "args");
  expect([args?.kind, args?.defaultText]).toEqual(["json", "{}"]);
});

test("without a choice it is the form of the skill itself", () => {
  expect(callFields(BESIDE, undefined).map(({ name }) => name)).toEqual(["text"]);
  expect(callFields(BESIDE, "nope").map(({ name }) => name)).toEqual(["text"]);
});

test.each([
  [{ "input.tool_call.tool": "one" }, "one"],
  [{ json: '{"tool_call": {"tool": "two", "args": {}}}' }, "two"],
  [{ json: '{"tool_call": {"tool": 1}}' }, undefined],
  [{ json: '{"tool_call": null}' }, undefined],
  [{ json: "{" }, undefined],
  [{ json: "[]" }, undefined],
  [{ "input.text": "x" }, undefined],
])("the form %j is for %s", (controls, name) => {
  const form = new FormData();
  for (const [key, value] of Object.entries(controls)) form.append(key, value);
  expect(toolOfForm(form)).toBe(name);
});

test("of the starter skills each has one tool to choose", () => {
  for (const slug of ["bazi", "zodiac", "synastry", "lifecoach"]) {
    const files = ["tools/tools.yaml", "tools/handlers.py"].map(
      (file) => [file, fs.readFileSync(`prisma/catalogue/${slug}/${file}`, "utf8")] as const,
    );
    const choices = callChoices({ tools: readSkillTools(new Map(files)), entryPoint: "scripts/x.py" });
    expect(choices.map((each) => each?.name)).toEqual([undefined, `calculate_${slug}`]);
  }
});
