import { describe, expect, it } from "vitest";
import { RUNS_INPUT } from "./testing/runs-input";
import { vetPackage } from "./vet-package";

const SKILL_MD = (description: string) =>
  `---\nname: word-count\ndescription: ${description}\n---\n\nCounts words.\n`;

async function vet(path: string, source: string, description: string) {
  const files = { "SKILL.md": SKILL_MD(description), [path]: source };
  const listed = Object.entries(files).map(([each, text]) => ({ path: each, bytes: Buffer.from(text) }));
  const permissions = { network: true, filesystem: true, subprocess: true, envVars: [] };
  return (await vetPackage({ files: listed, facts: { name: "word-count", description, permissions } }))
    .report;
}

describe("a source that runs what it is sent is held", () => {
  it.each(RUNS_INPUT)("%s", async (_title, path, source) => {
    const { verdict } = await vet(path, source, "Counts the words of a text.");
    expect(verdict).not.toBe("approved");
  });
});

it("and is a fact where running texts is what the skill is for", async () => {
  const source = "import sys\nexec(sys.stdin.read())\n";
  const { verdict, picture } = await vet(
    "main.py",
    source,
    "Runs code in a sandbox: execute code and see what it prints.",
  );
  expect(verdict).toBe("approved");
  expect(picture.deeds.map(({ kind }) => kind)).toContain("can-run-input");
});

describe("what only looks like it is approved", () => {
  it.each([
    [
      "a pattern",
      "main.mjs",
      "const input = process.argv[2];\nconst found = /a(b)/.exec(input);\nconsole.log(found);\n",
    ],
    [
      "a model that is set to another mode",
      "main.py",
      "import sys, torch\nmodel = torch.load(sys.argv[1])\nmodel.eval()\n",
    ],
    ["a number", "run.sh", "#!/bin/bash\nfor i in 1 2 3; do n=$((i+1)); echo $n; done\n"],
    ["a literal of Python", "main.py", "import ast, sys\nprint(ast.literal_eval(sys.stdin.read()))\n"],
    [
      "a program with its words",
      "main.py",
      "import subprocess, sys\nsubprocess.run(['wc', '-w', sys.argv[1]])\n",
    ],
  ])("%s", async (_title, path, source) => {
    expect((await vet(path, source, "Counts the words of a text.")).verdict).toBe("approved");
  });
});
