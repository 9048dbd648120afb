import { beforeAll, describe, expect, test } from "vitest";
import { acceptCall } from "@/lib/running/calls/check-input";
import { loadRunnable } from "@/lib/running/calls/load-runnable";
import { runFreeSkill } from "@/lib/running/calls/run-free-skill";
import { testRunner } from "@/lib/running/testing/test-runner";
import { buildVibeLifeSkill, toolNames } from "@/lib/running/testing/vibelife-skill";
import { makeAccount, publishNow, uniqueName, type TestAccount } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";

const database = testDatabase();
testRunner();

let account: TestAccount;
let skill: string;
beforeAll(async () => {
  account = await makeAccount();
  skill = (await publishNow(buildVibeLifeSkill(), account)).slug;
});

const call = async (tool: keyof ReturnType<typeof toolNames>, args: object, profile?: object) =>
  (
    await runFreeSkill({
      skill,
      input: { tool_call: { tool: toolNames(skill)[tool], args, ...(profile ? { profile } : {}) } },
    })
  ).run;

describe("a tool of a VibeLife skill", () => {
  test("runs in the sandbox and leaves its card to whoever called", async () => {
    const run = await call("compute", { name: "欧阳 娜娜" });
    expect(run).toMatchObject({ state: "DONE", failure: null });
    expect(run.output).toEqual({
      status: "success",
      card: {
        card_type: "custom",
        data_source: { type: "inline", data: { name: "欧阳 娜娜", letters: 4 } },
        options: { componentId: `${skill.replaceAll("-", "_")}_chart` },
      },
    });
  });

  test("takes its data from the arguments first, then from the profile, and fails fast without any", async () => {
    const profile = { identity: { name: "王五" } };
    const letters = async (args: object) => (await call("compute", args, profile)).output;
    expect(await letters({})).toMatchObject({ card: { data_source: { data: { name: "王五" } } } });
    expect(await letters({ name: "李" })).toMatchObject({ card: { data_source: { data: { name: "李" } } } });
    expect(await call("compute", {})).toMatchObject({
      state: "DONE",
      fault: null,
      output: { status: "error", error: "需要姓名", action: toolNames(skill).collect },
    });
  });

  test("may print and wait as it likes; only what it returns is its answer", async () => {
    expect((await call("probe", { act: "print" })).output).toEqual({ act: "print", user: null });
    expect((await call("probe", { act: "sleep" })).output).toMatchObject({ act: "sleep" });
  });

  test.each([
    ["raise", "ValueError: no good"],
    ["elsewhere", "no data [action: collect_info]"],
    ["text", "returned str"],
    ["exit", "must hold one JSON object"],
    ["quit", "SystemExit"],
    ["recurse", "without end"],
    ["nan", "ValueError"],
    ["set", "TypeError"],
  ])("that does not keep to the contract (%s) is a failure of the skill that says why", async (act, why) => {
    const run = await call("probe", { act });
    expect(run).toMatchObject({ state: "FAILED", fault: "skill" });
    expect(run.failure).toContain(why);
  });

  test("cannot hand what a person saved to its author by way of the log", async () => {
    const secret = "a private matter";
    const { id } = await call("probe", { act: "leak" }, { identity: { secret } });
    const { stderrTail } = await database().run.findUniqueOrThrow({ where: { id } });
    expect(stderrTail).toBeNull();
    const { id: plain } = await call("probe", { act: "leak" });
    expect((await database().run.findUniqueOrThrow({ where: { id: plain } })).stderrTail).toContain("{}");
  });

  test("cannot be replaced by a file of the package", async () => {
    const files = { "__market_tool_call__.py": "print('{}')" };
    const { slug } = await publishNow(buildVibeLifeSkill({ files }), account);
    const input = { tool_call: { tool: toolNames(slug).compute, args: { name: "一二" } } };
    expect((await runFreeSkill({ skill: slug, input })).run.output).toMatchObject({ status: "success" });
  });

  test("of a skill with an entry point of its own stands beside the ordinary call", async () => {
    const id = uniqueName("dual");
    const frontMatter = {
      name: id,
      spec: "usk/1.0",
      interface: {
        type: "cli",
        runtime: "python3",
        entry_point: "scripts/main.py",
        call_pattern: "stdin_stdout",
      },
      input_schema: {
        type: "object",
        properties: { text: { type: "string", description: "x" } },
        additionalProperties: false,
        maxProperties: 20,
      },
    };
    const files = {
      "scripts/main.py": "print('{\"ordinary\": true}')",
      "dialects/vibelife.yaml": "name: 姓名字数\n",
    };
    const { slug } = await publishNow(buildVibeLifeSkill({ id, frontMatter, files }), account);
    expect((await runFreeSkill({ skill: slug, input: { text: "a" } })).run.output).toEqual({
      ordinary: true,
    });
    const input = { tool_call: { tool: toolNames(slug).compute, args: { name: "一" } } };
    expect((await runFreeSkill({ skill: slug, input })).run.output).toMatchObject({ status: "success" });
  });
});

describe("before anything runs", () => {
  test.each([
    ["an unknown tool", { tool: "nope", args: {} }],
    ["a tool without a handler", { tool: "show_{}_chart", args: { chart_data: {} } }],
    ["an undeclared argument", { tool: "calculate_{}", args: { other: 1 } }],
    ["an argument of another type", { tool: "calculate_{}", args: { name: 1 } }],
    ["a value that is no option", { tool: "calculate_{}", args: { unit: "cm" } }],
    ["no arguments", { tool: "calculate_{}" }],
    ["arguments that are a list", { tool: "calculate_{}", args: [] }],
    ["a further member", { tool: "calculate_{}", args: {}, shell: "x" }],
  ])("%s is refused", async (_name, given) => {
    const tool = given.tool.replace("{}", skill.replaceAll("-", "_"));
    expect((await refusal(runFreeSkill({ skill, input: { tool_call: { ...given, tool } } }))).code).toBe(
      "INPUT_INVALID",
    );
  });

  test("of a priced call, what neither arguments nor profile have is asked for before it is sold", async () => {
    const [tool, action] = [toolNames(skill).compute, toolNames(skill).collect];
    const priced = { ...(await loadRunnable(skill)), priceLamports: 100n };
    const accept = (call: object) => acceptCall({ tool_call: { tool, args: {}, ...call } }, priced);
    const { code, details } = await refusal(accept({}));
    expect([code, details]).toEqual(["INPUT_INVALID", expect.objectContaining({ action })]);
    expect(await accept({ profile: { identity: { name: "王五" } } })).toMatchObject({ tool_call: { tool } });
  });

  test("an input that is no tool call is refused by a skill that has only tools", async () => {
    expect((await refusal(runFreeSkill({ skill, input: { text: "a" } }))).code).toBe("INPUT_INVALID");
    expect(await loadRunnable(skill)).toMatchObject({ runtime: "python3", entryPoint: "tools/handlers.py" });
  });
});
