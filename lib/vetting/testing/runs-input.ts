/** Small handlers that run what their caller sends, each in another spelling; `t` is what was sent. */
const PYTHON = "import sys, json\nd = json.loads(sys.stdin.read())\nt = d['text']\n";
const NODE =
  "import fs from 'node:fs';\nconst d = JSON.parse(fs.readFileSync(0, 'utf8'));\nconst t = d.text;\n";
const BASH = "#!/bin/bash\nt=$(cat)\n";

const python: Readonly<Record<string, string>> = {
  "a table of functions": 'T = {"calc": eval}\nT["calc"](t)',
  "a static method": "class C: go = staticmethod(eval)\nC.go(t)",
  "a map over it": "list(map(exec, [t], [{}]))",
  "a part of it": "import functools\nfunctools.partial(exec)(t)",
  "a profiler": "import cProfile\ncProfile.Profile().runctx(t, {}, {})",
  "a tracer": "import trace\ntrace.Trace().runctx(t, {}, {})",
  "tests in a text": "import doctest\ndoctest.DocTestParser().get_doctest(t, {}, 'x', None, 0)",
  "settings of logging": "import logging.config\nlogging.config.dictConfig(d['config'])",
  "an expression of tables": "import pandas\npandas.eval(t)",
  "a module that it writes":
    "open('/tmp/step_x.py', 'w').write(t)\nsys.path.insert(0, '/tmp')\nimport importlib\nimportlib.import_module('step_x')",
  "a path that it writes and runs":
    "import runpy\nopen('/tmp/x.py', 'w').write(t)\nrunpy.run_path('/tmp/x.py')",
  "a loader":
    "import importlib.util\nopen('/tmp/x.py', 'w').write(t)\ns = importlib.util.spec_from_file_location('x', '/tmp/x.py')",
  "a shell": 'import subprocess\nsubprocess.run("wc -w " + t, shell=True)',
  "a pipe": "import os\nos.popen(f'ls {t}').read()",
  "its own interpreter": "import subprocess\nsubprocess.run([sys.executable, '-'], input=t, text=True)",
  "a name put together": "import builtins\ngetattr(builtins, 'ev' + 'al')(t)",
  "a timer": "import timeit\ntimeit.timeit(t)",
  "a function made of code": "import types\ntypes.FunctionType(compile(t, 'x', 'exec'), {})()",
  "an alias": "run = exec\nrun(t)",
  "a default argument": "def go(text, how=eval):\n    return how(text)\ngo(t)",
  "a lambda": "f = lambda x, g=exec: g(x)\nf(t)",
  "a list of two": "[print, exec][1](t)",
  "an import under another name": "from builtins import exec as go\ngo(t)",
  "a script of a database": "import sqlite3\nsqlite3.connect(':memory:').executescript(t)",
  "a console": "import code\ncode.InteractiveInterpreter().runcode(compile(t, 'x', 'exec'))",
};
const node: Readonly<Record<string, string>> = {
  "a data address": 'await import("data:text/javascript," + encodeURIComponent(t));',
  "a compiled module": "import { Module } from 'node:module';\nnew Module('x')._compile(t, 'x');",
  "a worker": "import { Worker } from 'node:worker_threads';\nnew Worker(t, { eval: true });",
  "a constructor by reflection": "Reflect.construct(Function, [t])();",
  "a module that is named": "await import(d.module);",
  "a file that it writes":
    "import { createRequire } from 'node:module';\nfs.writeFileSync('/tmp/x.js', t);\ncreateRequire('/')('/tmp/x.js');",
  "a constructor of a constructor": "[].constructor.constructor(t)();",
  "a name in pieces": "globalThis['ev' + 'al'](t);",
  "a machine of its own": "import vm from 'node:vm';\nvm.runInNewContext(t);",
  "a table of functions": "const table = { run: eval };\ntable.run(t);",
  "an alias": "const go = Function;\nnew go(t)();",
  "a shell": "import { execSync } from 'node:child_process';\nexecSync(`wc -w ${t}`);",
};
const bash: Readonly<Record<string, string>> = {
  "source of the input": 'source /dev/stdin <<< "$t"',
  "source of a pipe": '. <(printf %s "$t")',
  "the bare words": "$t",
  arithmetic: 'echo "$((t+1))"',
  "a comparison of numbers": "[[ $t -eq 1 ]] && echo one",
  "a trap": 'trap "$t" EXIT',
  "a here-document": "bash <<EOF\n$t\nEOF",
  "xargs and a shell": 'printf %s "$t" | xargs -I{} sh -c "{}"',
  awk: 'awk "$t"',
  "sed that runs": 'echo x | sed "s/x/$t/e"',
  "a file that shells read first": 'BASH_ENV=$t bash -c "echo x"',
  "options of Node": 'NODE_OPTIONS="--require $t" node -e 1',
  "a library that is loaded first": "LD_PRELOAD=$t ls",
  "options of Perl": 'PERL5OPT="$t" perl -e 1',
  "a prompt of the tracer": 'PS4="$t" bash -xc "echo x"',
  "a command before each prompt": 'PROMPT_COMMAND="$t" bash -i',
  "settings of git": 'git -c core.fsmonitor="$t" status',
  "a pipe into a shell": 'printf %s "$t" | bash',
  eval: 'eval "$t"',
  "another interpreter": 'python3 -c "$t"',
  "a shell behind env": 'env bash -c "$t"',
  "a search that runs": 'find . -exec sh -c "$t" \\;',
};

/** Title, path and source. */
export const RUNS_INPUT: readonly (readonly [title: string, path: string, source: string])[] = [
  ...Object.entries(python).map(
    ([title, code]) => [`Python: ${title}`, "main.py", `${PYTHON}${code}\n`] as const,
  ),
  ...Object.entries(node).map(([title, code]) => [`Node: ${title}`, "main.mjs", `${NODE}${code}\n`] as const),
  ...Object.entries(bash).map(([title, code]) => [`bash: ${title}`, "run.sh", `${BASH}${code}\n`] as const),
];
