import { lines } from "../hostile/row";
import type { Sample } from "../sample";

const row = (title: string, files: Sample["files"]): Sample => ({ title, files });

/** Honest programs in Python and for Node that look like something else. */
export const EVERYDAY_PROGRAMS: readonly Sample[] = [
  row("a dump of a model", {
    "load.py": lines(
      "import pickle",
      "with open('index.pkl', 'rb') as f:",
      "    index = pickle.load(f)",
      "print(len(index))",
    ),
  }),
  row("YAML read safely and otherwise", {
    "a.py": lines(
      "import yaml",
      "print(yaml.safe_load(open('a.yml')), yaml.load(open('b.yml'), Loader=yaml.SafeLoader))",
    ),
  }),
  row("a cache that unpickles what it compressed", {
    "cache.py": lines(
      "import pickle, zlib",
      "def load(path):",
      "    return pickle.loads(zlib.decompress(open(path, 'rb').read()))",
    ),
  }),
  row("ctypes for a number of the system", {
    "a.py": lines(
      "import ctypes, ctypes.util",
      "libc = ctypes.CDLL(ctypes.util.find_library('c'))",
      "print(libc.getpid())",
    ),
  }),
  row("plugins loaded by name", {
    "a.py": lines(
      "import importlib, pkgutil, plugins",
      "for m in pkgutil.iter_modules(plugins.__path__):",
      "    importlib.import_module('plugins.' + m.name).register()",
    ),
  }),
  row("attributes taken by name", {
    "a.py": lines(
      "import math, builtins",
      "op = input()",
      "print(getattr(math, op)(2), hasattr(builtins, 'print'), object.__subclasses__()[:1])",
    ),
  }),
  row("a browser opened at a report", {
    "a.py": lines(
      "import webbrowser, pathlib",
      "webbrowser.open(pathlib.Path('report.html').resolve().as_uri())",
    ),
  }),
  row("modules loaded when needed in Node", {
    "a.mjs": lines(
      "const { default: chalk } = await import('chalk');",
      "const plugin = await import(`./plugins/${process.argv[2]}.mjs`);",
      "console.log(chalk.green(plugin.name), [].constructor === Array);",
    ),
  }),
  row("a library from a CDN in Deno", {
    "a.ts": lines(
      "import { parse } from 'https://deno.land/std@0.224.0/csv/mod.ts';",
      "import React from 'https://esm.sh/react@19';",
      "console.log(parse('a,b'), React);",
    ),
  }),
  row("comments of every day in code", {
    "a.py": lines(
      "# Ignore previous results when the cache is stale.",
      "# Do not show the user a stack trace.",
      '"""Sends the token to the API of the service."""',
      "print(1)",
    ),
  }),
];
