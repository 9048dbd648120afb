import { describe, expect, test } from "vitest";
import { checkCalls } from "@/lib/running/call-check";
import { readRunFacts } from "@/lib/running/run-facts";
import { judgeFormat } from "@/lib/vetting/judge-format";

const HEADING = "name: pdf-tools\ndescription: Fills forms. Use it when a form is to be filled.\n";
const SCHEMAS =
  "input_schema: { type: object, properties: { text: { type: string, description: T }, n: { type: integer, description: N } }, required: [text] }\n";

async function check(heading: string, paths: string[]) {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const files = [
    { path: "SKILL.md", bytes: bytes(`---\n${heading}---\n# A\n`) },
    ...paths.map((path) => ({ path, bytes: bytes(path.endsWith(".py") ? "print('{}')\n" : "") })),
  ];
  const { check: checked, decision } = judgeFormat({
    files: new Map(files.map((file) => [file.path, file.bytes])),
  });
  const calling = checkCalls(checked.manifest, await readRunFacts(checked.manifest, { files }), files);
  return { calling, decision };
}

const missing = async (heading: string, paths: string[]) =>
  Object.fromEntries(
    (await check(heading, paths)).calling.missing.map(({ purpose, lines }) => [purpose, lines]),
  );

describe("what a package lacks to be called and priced", () => {
  test("is named as lines that make it so, and keep it accepted", async () => {
    const before = await check(HEADING, ["scripts/fill.py", "notes.md"]);
    expect(before.calling.callable).toBe(false);
    const lines = before.calling.missing.flatMap((each) => each.lines);
    expect(lines).toEqual([
      "interface:",
      "  type: cli",
      "  runtime: python3",
      "  entry_point: scripts/fill.py",
      "  call_pattern: stdin_stdout",
      "examples:",
      "  - name: first example",
      "    input: {}",
      "    output: {}",
    ]);
    const after = await check(`${HEADING}${lines.join("\n")}\n`, ["scripts/fill.py", "notes.md"]);
    expect(after.decision).toMatchObject({ status: "approved", reasons: [] });
    expect(after.calling).toMatchObject({ callable: true, missing: [] });
  });

  test("is nothing for instructions, for what cannot run here, and where several scripts could be meant", async () => {
    expect(await missing(HEADING, [])).toEqual({});
    expect(await missing(HEADING, ["scripts/a.py", "scripts/b.py"])).toEqual({});
    const network = `${HEADING}interface: { type: cli, entry_point: main.py }\npermissions: { network: true }\n`;
    expect(await missing(network, ["main.py"])).toEqual({});
  });

  test("chooses the script that is usually started", async () => {
    const lines = await missing(HEADING, ["scripts/main.js", "scripts/util.js", "lib/x.py"]);
    expect(lines["call"]).toContain("  entry_point: scripts/main.js");
    expect(lines["call"]).toContain("  runtime: node");
  });

  test("names only what is not there, and an example as the schema has it", async () => {
    const heading = `${HEADING}${SCHEMAS}interface: { type: cli, runtime: python3 }\n`;
    expect(await missing(heading, ["main.py"])).toEqual({
      call: ["interface:", "  entry_point: main.py", "  call_pattern: stdin_stdout"],
      price: ["examples:", "  - name: first example", '    input: {"text":"..."}', "    output: {}"],
    });
  });
});
