import { beforeAll, describe, expect, test } from "vitest";
import { runFreeSkill } from "@/lib/running/calls/run-free-skill";
import { testRunner } from "@/lib/running/testing/test-runner";
import {
  buildSkillPackage,
  makeAccount,
  publishNow,
  uniqueName,
  type TestAccount,
} from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";
import { refusal } from "@/lib/testing/refusal";

testDatabase();
testRunner();

let account: TestAccount;
beforeAll(async () => {
  account = await makeAccount();
});

const PYTHON = `import argparse, json, sys
parser = argparse.ArgumentParser()
parser.add_argument("--query")
parser.add_argument("--max_results", type=int)
parser.add_argument("--verbose", action="store_true")
print(json.dumps({**vars(parser.parse_args()), "in": sys.stdin.read()}))
`;
const NODE = `const { parseArgs } = require("node:util");
const text = { type: "string" };
const { values } = parseArgs({ options: { query: text, max_results: text, verbose: { type: "boolean", default: false } } });
console.log(JSON.stringify({ ...values, max_results: Number(values.max_results), in: require("fs").readFileSync(0, "utf8") }));
`;
const BASH = `verbose=false
for argument; do
  case $argument in
    --query=*) query=\${argument#*=} ;;
    --max_results=*) max=\${argument#*=} ;;
    --verbose) verbose=true ;;
  esac
done
jq -cn --arg query "$query" --argjson max_results "$max" --argjson verbose $verbose --arg in "$(cat)" '$ARGS.named'
`;

async function publishArgs(runtime: string, entryPoint: string, script: string, properties: object = {}) {
  const frontMatter = {
    output_schema: undefined,
    examples: undefined,
    interface: { type: "cli", runtime, entry_point: entryPoint, call_pattern: "args" },
    input_schema: {
      type: "object",
      properties: {
        query: { type: "string", description: "What to look for" },
        max_results: { type: "integer", description: "How many", default: 5 },
        verbose: { type: "boolean", description: "Say more" },
        ...properties,
      },
      additionalProperties: { type: "string" },
      maxProperties: 20,
    },
  };
  const parts = { name: uniqueName("args"), frontMatter, files: { [entryPoint]: script } };
  return (await publishNow(buildSkillPackage(parts), account)).slug;
}

describe("a skill with call_pattern: args", () => {
  test.each([
    ["python3", "main.py", PYTHON],
    ["node", "main.cjs", NODE],
    ["bash", "main.sh", BASH],
  ])("in %s reads its input with what its language brings for that", async (runtime, entryPoint, script) => {
    const skill = await publishArgs(runtime, entryPoint, script);
    const query = "--verbose $(id) '\"\n안녕";
    const answer = async (input: object) => (await runFreeSkill({ skill, input })).run;
    expect(await answer({ query })).toMatchObject({
      state: "DONE",
      output: { query, max_results: 5, verbose: false, in: "" },
    });
    expect((await answer({ query, max_results: 7, verbose: true })).output).toMatchObject({
      max_results: 7,
      verbose: true,
    });
    expect((await answer({ query, verbose: false })).output).toMatchObject({ verbose: false });
  });

  test("is not run with a name that is no option, sent or by default", async () => {
    const skill = await publishArgs("python3", "main.py", PYTHON);
    const { code, details } = await refusal(runFreeSkill({ skill, input: { "a=b": "x" } }));
    expect([code, details["errors"]]).toEqual([
      "INPUT_INVALID",
      [expect.objectContaining({ pointer: "/a=b" })],
    ]);
    const bad = { "-x": { type: "string", description: "No option", default: "x" } };
    const other = await publishArgs("python3", "main.py", PYTHON, bad);
    expect((await refusal(runFreeSkill({ skill: other, input: {} }))).code).toBe("INPUT_INVALID");
  });
});
