import { describe, expect, it } from "vitest";
import { inShort } from "@/lib/testing/full-form";
import { readHandlers, type ToolHandler } from "./read-handlers";

function handlersOf(source: string): ToolHandler[] {
  const reading = readHandlers(source);
  if (!reading.ok) throw new Error(`no Python in line ${reading.line}`);
  return reading.handlers;
}

function namesOf(source: string): string[] {
  return handlersOf(source).map(({ tool }) => tool);
}

const FUNCTION = "async def run(args, context):\n    pass\n";

describe("what registers a tool", () => {
  it.each([
    ["a plain decorator", `@tool_handler("a")\n${FUNCTION}`],
    ["one of a module", `@registry.tool_handler('a')\n${FUNCTION}`],
    ["several lines, with a comment", `@tool_handler(\n    "a",  # the tool\n)\n${FUNCTION}`],
    ["a text in parts", `@tool_handler("a" '')\n${FUNCTION}`],
    ["a text in three quotes", `@tool_handler("""a""")\n${FUNCTION}`],
    ["a raw text", `@tool_handler(r"a")\n${FUNCTION}`],
    ["among other decorators", `@cached\n@tool_handler("a")\n@traced(level=2)\n${FUNCTION}`],
    ["a method", 'class Tools:\n    @tool_handler("a")\n    async def run(self, args, context): ...\n'],
    ["inside a function", 'def register():\n    @tool_handler("a")\n    async def run(args, context): ...\n'],
    ["inside a condition", 'if True:\n    @tool_handler("a")\n    async def run(args, context): ...\n'],
    ["line ends of Windows", '@tool_handler("a")\r\nasync def run(args, context):\r\n    pass\r\n'],
  ])("%s", (_name, source) => expect(namesOf(source)).toEqual(["a"]));

  it("a tool registered twice is told twice, each with its line", () => {
    const source = `\n@tool_handler("a")\n@tool_handler("b")\n${FUNCTION}`;
    expect(handlersOf(source).map(({ tool, line }) => [tool, line])).toEqual([
      ["a", 2],
      ["b", 3],
    ]);
  });
});

describe("what registers nothing", () => {
  it.each([
    ["a comment", `# @tool_handler("a")\n${FUNCTION}`],
    ["a text over several lines", `TEXT = """\n@tool_handler("a")\n${FUNCTION}"""\n`],
    ["a documentation text", `def f():\n    '''\n    @tool_handler("a")\n    '''\n`],
    ["a text that ends in a backslash", String.raw`X = "\"; @tool_handler('a')"` + `\n${FUNCTION}`],
    ["a name worked out at run time", `@tool_handler(f"{x}")\n${FUNCTION}`],
    ["a name in bytes", `@tool_handler(b"a")\n${FUNCTION}`],
    ["another decorator", `@my_tool_handler("a")\n${FUNCTION}`],
    ["a decorator that is not called", `@tool_handler\n${FUNCTION}`],
    ["a plain call", 'tool_handler("a")\n'],
    ["nothing", ""],
  ])("%s", (_name, source) => expect(namesOf(source)).toEqual([]));
});

it.each([
  ["async def f(args, context): ...", true, ["args", "context"]],
  ["async def f(args: Dict[str, Any], context: ToolContext) -> Dict: ...", true, ["args", "context"]],
  ["async def f(args=other, *, context=None, **rest): ...", true, ["args", "context", "rest"]],
  ["async def f(self, args, context): ...", true, ["args", "context"]],
  ["def f(args): ...", false, ["args"]],
  ["class F: ...", false, []],
])("of %j the form is told", (definition, isAsync, parameters) => {
  expect(handlersOf(`@tool_handler("a")\n${definition}\n`)[0]).toMatchObject({ isAsync, parameters });
});

it("the words of a handler are its own and those of the functions it names, no others", () => {
  const source = [
    "async def show(data):",
    '    return await registry.execute("show_card", data)',
    "def unused(): 'not me'",
    '@tool_handler("a")',
    "async def run(args, context):",
    "    # in_comment",
    "    return await show(args)",
  ].join("\n");
  const words = handlersOf(source)[0]?.words;
  expect(words?.has("show_card")).toBe(true);
  expect(words?.has("not me")).toBe(false);
  expect(words?.has("in_comment")).toBe(false);
});

it.each([
  ["x = (\n", 2],
  ["def f(:\n  pass\n", 1],
  ["a = 1\n\nif x\n  y\n", 3],
  ["<html>", 1],
])("%j is no Python, from line %i on", (source, line) => {
  expect(readHandlers(source)).toEqual({ ok: false, line });
});

const PIECES = [
  "(",
  "@a\n",
  "if x:\n ",
  '"""',
  "def f(",
  'f"{',
  "a.",
  "not ",
  "a=",
  " x\n",
  "#\n",
  "`",
  "f'{x!r:{y}}'",
];
it.each(inShort(PIECES, ["(", '"""', 'f"{', " x\n"]))(
  "half a megabyte of %j neither hangs nor throws",
  (piece) => {
    readHandlers(piece.repeat(Math.ceil(524_288 / piece.length)).slice(0, 524_288));
  },
);
