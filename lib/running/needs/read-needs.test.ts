import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { assemblePackage } from "@/lib/package";
import { readNeeds } from "@/lib/running/needs/read-needs";
import { programOfFile } from "@/lib/conversion/plan-run";

interface Case {
  what: string;
  files: Record<string, string>;
  /** What no run can do without, by name. */
  sure?: string[];
  /** What only a run can tell, as `CODE name`. */
  maybe?: string[];
}

/** The first file is started. */
function read({ files }: Pick<Case, "files">) {
  const [entryPoint = ""] = Object.keys(files);
  const all = Object.entries({ ...files, "SKILL.md": "" });
  const skillPackage = assemblePackage(all.map(([name, text]) => ({ path: name, bytes: Buffer.from(text) })));
  const runtime = programOfFile(entryPoint) ?? "node";
  return readNeeds(skillPackage, { entryPoint, runtime });
}

const PYTHON: Case[] = [
  { what: "a module of others", files: { "s/main.py": "import requests\n" }, sure: ["requests"] },
  {
    what: "a part of one",
    files: { "s/main.py": "from numpy.linalg import norm\n" },
    sure: ["numpy.linalg"],
  },
  { what: "several in one line", files: { "s/main.py": "import json, yaml as y, os\n" }, sure: ["yaml"] },
  { what: "in a class", files: { "s/main.py": "class A:\n    import attr\n" }, sure: ["attr"] },
  {
    what: "in a module of its own",
    files: { "s/main.py": "import util\n", "s/util.py": "import pandas\n" },
    sure: ["pandas"],
  },
  {
    what: "in a package of its own",
    files: { "s/main.py": "from lib import a\n", "s/lib/__init__.py": "", "s/lib/a.py": "import httpx\n" },
    sure: ["httpx"],
  },
  {
    what: "a part that its package lacks",
    files: { "s/main.py": "import lib.b\n", "s/lib/a.py": "" },
    sure: ["lib.b"],
  },
  {
    what: "a package that is not beside the entry point",
    files: { "s/main.py": "import lib.a\n", "lib/a.py": "" },
    sure: ["lib.a"],
  },
  {
    what: "a relative import in what is started",
    files: { "s/main.py": "from . import a\n", "s/a.py": "" },
    sure: ["."],
  },
  {
    what: "a relative import of what is not there",
    files: { "s/main.py": "import p\n", "s/p/__init__.py": "from .b import c\n" },
    sure: [".b"],
  },
  {
    what: "the window toolkit, which the sandbox leaves out",
    files: { "s/main.py": "import tkinter\n" },
    sure: ["tkinter"],
  },
  {
    what: "within try, without a way on",
    files: { "s/main.py": "try:\n    import requests\nfinally:\n    pass\n" },
    sure: ["requests"],
  },
  {
    what: "the language's own",
    files: { "s/main.py": "import json, os.path, _thread, urllib.parse\nfrom collections import abc\n" },
  },
  {
    what: "beside the entry point",
    files: { "s/main.py": "import util, pkg.deep\n", "s/util.py": "", "s/pkg/deep.py": "" },
  },
  {
    what: "one that may be missing",
    files: { "s/main.py": "try:\n    import requests\nexcept ImportError:\n    requests = None\n" },
  },
  {
    what: "the same, among others",
    files: { "s/main.py": "try:\n  import yaml\nexcept (OSError, ModuleNotFoundError) as e:\n  pass\n" },
  },
  { what: "the same, with any exception", files: { "s/main.py": "try:\n  import yaml\nexcept:\n  pass\n" } },
  {
    what: "a folder of its own on the path",
    files: { "s/main.py": "import sys\nsys.path.insert(0, 'lib')\nimport util\n", "lib/util.py": "" },
  },
  {
    what: "another's, though the path is changed",
    files: { "s/main.py": "import sys\nsys.path.insert(0, 'lib')\nimport requests\n", "lib/util.py": "" },
    sure: ["requests"],
  },
  {
    what: "modules it makes itself",
    files: {
      "s/main.py": "import sys, types\nsys.modules['fake'] = types.ModuleType('fake')\nimport fake\n",
    },
    maybe: ["CALL_MODULE fake"],
  },
  {
    what: "in a function",
    files: { "s/main.py": "def f():\n    import requests\n" },
    maybe: ["CALL_MODULE requests"],
  },
  {
    what: "under a condition",
    files: { "s/main.py": "if x:\n    import requests\n" },
    maybe: ["CALL_MODULE requests"],
  },
  {
    what: "instead of another",
    files: { "s/main.py": "try:\n  import a1\nexcept ImportError:\n  import b1\n" },
    maybe: ["CALL_MODULE b1"],
  },
  {
    what: "a file with that name that is no module",
    files: { "s/main.py": "import requests\n", "requests.md": "" },
    sure: ["requests"],
  },
  {
    what: "in a file nothing loads",
    files: { "s/main.py": "import json\n", "s/other.py": "import requests\n" },
  },
  {
    what: "syntax of a later Python",
    files: { "s/main.py": "match 1:\n    case 1: pass\n" },
    maybe: ["CALL_SYNTAX match (Python 3.10)"],
  },
  {
    what: "type parameters",
    files: { "s/main.py": "def f[T](a: T): pass\n" },
    maybe: ["CALL_SYNTAX [T] (Python 3.12)"],
  },
  {
    what: "the network",
    files: { "s/main.py": "from urllib import request\nimport socket\n" },
    maybe: ["CALL_CONNECTS urllib.request", "CALL_CONNECTS socket"],
  },
  {
    what: "a place of its own",
    files: { "s/main.py": "open('out.txt', 'w')\nopen('/tmp/a', 'w')\nopen('in.txt')\n" },
    maybe: ["CALL_FOLDER out.txt"],
  },
  {
    what: "a place of the machine",
    files: { "s/main.py": "open('/var/log/x', mode='a')\n" },
    maybe: ["CALL_FOLDER /var/log/x"],
  },
  {
    what: "in one long line, which the parser is given broken",
    files: { "s/main.py": `a = "${"x; import requests ".repeat(200)}"\n` },
  },
  {
    what: "with an alias, a comment and a line that goes on",
    files: { "s/main.py": "from json import (  # x\n  loads as l,\n  dumps,\n)\nimport a1 \\\n  as b\n" },
    sure: ["a1"],
  },
  {
    what: "in a coroutine",
    files: { "s/main.py": "async def f():\n  async with g():\n    import a1\n" },
    maybe: ["CALL_MODULE a1"],
  },
  {
    what: "in a loop that goes on otherwise",
    files: { "s/main.py": "while True:\n  break\nelse:\n  import a1\n" },
    maybe: ["CALL_MODULE a1"],
  },
  { what: "a text of many lines that has an import", files: { "s/main.py": '"""\nimport requests\n"""\n' } },
  {
    what: "behind a comment of one long line, which the parser is given broken",
    files: { "s/main.py": `# ${"x; import requests ".repeat(200)}\nimport yaml\n` },
  },
  {
    what: "beside data of one long line",
    files: { "s/main.py": `a = [${"1, ".repeat(1_000)}]\nimport yaml\n` },
    maybe: ["CALL_MODULE yaml"],
  },
  { what: "no Python", files: { "s/main.py": "import requests\nthis is none (\n" } },
];

const NODE: Case[] = [
  { what: "a module of others", files: { "s/main.js": 'const _ = require("lodash");\n' }, sure: ["lodash"] },
  {
    what: "the same, as a module",
    files: { "s/main.mjs": 'import _ from "lodash/fp";\n' },
    sure: ["lodash"],
  },
  {
    what: "with a scope",
    files: { "s/main.mjs": 'export * from "@scope/name/part";\n' },
    sure: ["@scope/name"],
  },
  {
    what: "a file that is not there",
    files: { "s/main.mjs": 'import { a } from "./lib/a.mjs";\n' },
    sure: ["./lib/a.mjs"],
  },
  {
    what: "in a file of its own",
    files: { "s/main.js": 'require("./a")\n', "s/a.js": 'require("axios")\n' },
    sure: ["axios"],
  },
  {
    what: "in a class body",
    files: { "s/main.js": 'class A { static x = require("axios") }\n' },
    sure: ["axios"],
  },
  {
    what: "Node's own",
    files: {
      "s/main.mjs": 'import fs from "node:fs";\nimport { x } from "fs/promises";\nimport "node:sqlite";\n',
    },
  },
  {
    what: "a file beside",
    files: {
      "s/main.mjs": 'import "./a.mjs";\nimport d from "../d.json" with { type: "json" };\n',
      "s/a.mjs": "",
      "d.json": "{}",
    },
  },
  { what: "one it brings", files: { "s/main.js": 'require("left")\n', "node_modules/left/index.js": "" } },
  { what: "one that may be missing", files: { "s/main.js": 'try { require("lodash") } catch { }\n' } },
  {
    what: "within try, without a way on",
    files: { "s/main.js": 'try { require("lodash") } finally { }\n' },
    sure: ["lodash"],
  },
  {
    what: "in a function",
    files: { "s/main.js": 'const f = () => require("lodash");\n' },
    maybe: ["CALL_MODULE lodash"],
  },
  {
    what: "when it comes to it",
    files: { "s/main.mjs": 'await import("lodash").catch(() => null);\n' },
    maybe: ["CALL_MODULE lodash"],
  },
  {
    what: "TypeScript",
    files: { "s/main.js": "const a: number = 1;\n" },
    maybe: ['CALL_SYNTAX "const a: number = 1;"'],
  },
  {
    what: "the network",
    files: { "s/main.mjs": 'import https from "node:https";\nawait fetch("https://a.example");\n' },
    maybe: ["CALL_CONNECTS node:https", "CALL_CONNECTS fetch"],
  },
  {
    what: "a place of its own",
    files: { "s/main.js": 'require("fs").writeFileSync("a.txt", "")\n' },
    maybe: ["CALL_FOLDER a.txt"],
  },
  {
    what: "data in one long line, which the parser is given broken",
    files: { "s/main.js": `module.exports = {a: "${"1 2 ".repeat(1_000)}"};\n` },
  },
  {
    what: "syntax of pages",
    files: { "s/main.js": "const a = <a href='b'>c</a>;\n" },
    maybe: ["CALL_SYNTAX \"const a = <a href='b'>c</a>;\""],
  },
  {
    what: "syntax that the newest Node.js alone reads",
    files: { "s/main.mjs": "using a = open();\n" },
    maybe: ["CALL_SYNTAX using (Node.js 24)"],
  },
  {
    what: "several in one line, in their order",
    files: { "s/main.js": 'require("b"); require("a");\n' },
    sure: ["b", "a"],
  },
  { what: "after a hash bang", files: { "s/main.js": '#!/usr/bin/env node\nrequire("a")\n' }, sure: ["a"] },
  {
    what: "where both sides decide",
    files: { "s/main.js": 'process.argv[2] && require("a");\n' },
    maybe: ["CALL_MODULE a"],
  },
  {
    what: "nested beyond the stack",
    files: { "s/main.js": "[".repeat(100_000) },
    maybe: [`CALL_SYNTAX "${"[".repeat(60)}"`],
  },
];

const SHELL: Case[] = [
  {
    what: "programs that are there",
    files: { "s/main.sh": "set -e\ninput=$(cat)\nprintf '%s' \"$input\" | jq .a | sed s/a/b/\n" },
  },
  {
    what: "programs that are not",
    files: { "s/main.sh": "curl -s x | jq .\npython3 a.py\n" },
    maybe: ["CALL_PROGRAM curl", "CALL_PROGRAM python3"],
  },
  { what: "one it asks for", files: { "s/main.sh": "if command -v rg; then rg x; fi\n" } },
  {
    what: "programs within a text and a here-document",
    files: { "s/main.sh": 'x="$(curl -s y)"\ncat <<E\nwget z\nE\n' },
    maybe: ["CALL_PROGRAM curl"],
  },
  {
    what: "a comment, a path and a variable",
    files: { "s/main.sh": '# curl x\n/usr/local/bin/own x\n"$tool" y\n' },
  },
  { what: "a function of its own", files: { "s/main.sh": "say_it() { echo x; }\nsay_it\n" } },
  {
    what: "a pattern",
    files: { "s/main.sh": 'case "$1" in\n  build) echo a ;;\n  test|deploy) echo b ;;\nesac\n' },
  },
];

test.each([...PYTHON, ...NODE, ...SHELL])("$what in $files", async ({ sure = [], maybe = [], ...given }) => {
  const needs = await read(given);
  expect(needs.filter((need) => need.sure).map(({ name }) => name)).toEqual(sure);
  expect(needs.filter((need) => !need.sure).map(({ code, name }) => `${code} ${name}`)).toEqual(maybe);
});

test("each says where it stands, once", async () => {
  const files = {
    "s/main.py": "import json\nimport util\n",
    "s/util.py": "\n\nimport requests\nimport requests\n",
  };
  expect(await read({ files })).toEqual([
    { code: "CALL_MODULE", name: "requests", file: "s/util.py", line: 3, sure: true },
  ]);
});

test("more than is read costs nothing and proves nothing", async () => {
  const long = "import requests\n".padEnd(300_000, "#");
  expect(await read({ files: { "s/main.py": long } })).toEqual([]);
});

test("nothing keeps a skill of the starter catalogue from running", async () => {
  const root = path.resolve("prisma/catalogue");
  for (const slug of fs.readdirSync(root).filter((name) => fs.existsSync(path.join(root, name, "scripts")))) {
    const names = fs.readdirSync(path.join(root, slug), { recursive: true, encoding: "utf8" });
    const files = names
      .filter((name) => fs.statSync(path.join(root, slug, name)).isFile())
      .map((name) => ({ path: name, bytes: fs.readFileSync(path.join(root, slug, name)) }));
    const entryPoint = files.map((file) => file.path).find((name) => name.startsWith("scripts/")) ?? "";
    const runtime = programOfFile(entryPoint) ?? "bash";
    expect(await readNeeds({ files }, { entryPoint, runtime }), slug).toEqual([]);
  }
});
