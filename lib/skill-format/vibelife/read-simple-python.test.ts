import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "@/lib/testing/property-runs";
import { readFullPython } from "./read-full-python";
import { readSimplePython } from "./read-simple-python";

/** The two readers agree, or the simple one leaves the file to the full one. */
function agrees(source: string): boolean {
  const simple = readSimplePython(source);
  if (simple !== null) expect(simple).toEqual(readFullPython(source));
  return simple !== null;
}

const HANDLERS = readFileSync("prisma/catalogue/chinese-calendar-pillars/tools/handlers.py", "utf8");

const PIECES = `
  a¦args¦x1¦self¦print¦match¦type¦None¦True¦await¦not¦in¦is¦and¦or¦if¦else¦lambda¦for¦async¦def¦class¦return¦yield
  1¦1.5¦1.¦.5¦0x1f¦1_0¦1j¦"t"¦'t'¦""¦"""t"""¦'''t\nu'''¦"a\\n"¦"\\""¦"""a"b"""¦f"{x}"¦b"t"¦r"t"¦"a¦"a" 'b'
  +¦-¦*¦**¦/¦//¦%¦@¦&¦|¦^¦~¦<<¦>>¦<¦>¦<=¦==¦!=¦<>¦=¦+=¦:=¦->¦...¦..¦.¦,¦:¦;¦(¦)¦[¦]¦{¦}¦()¦[]¦{}¦\n¦\\\n
  # c¦# c\n¦\t¦é¦中¦$¦?¦\`¦!¦tool_handler¦import¦from¦as¦try¦except¦finally¦raise¦pass¦with¦global¦del¦elif¦while
`
  .trim()
  .split(/¦|\n {2}(?=\S)/);
const piece = fc.constantFrom(...PIECES);

const expression: fc.Arbitrary<string> = fc.letrec<{ any: string; atom: string }>((tie) => ({
  atom: fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom("a", "args", "b.c", "1", "2.5", '"t"', "'error'", '"a" "b"', "None", "..."),
    },
    { weight: 1, arbitrary: piece },
  ),
  any: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    tie("atom"),
    fc
      .tuple(
        tie("any"),
        fc.constantFrom(" + ", " or ", " == ", " not in ", " is not ", "**", " - ", " if a else "),
        tie("any"),
      )
      .map((parts) => parts.join("")),
    fc
      .tuple(fc.constantFrom("not ", "-", "await ", "~", "lambda: ", ""), tie("any"))
      .map((parts) => parts.join("")),
    tie("any").map((inner) => `(${inner})`),
    fc
      .tuple(tie("atom"), fc.array(tie("any"), { maxLength: 3 }))
      .map(([name, list]) => `${name}(${list.join(", ")})`),
    fc.tuple(tie("atom"), tie("any")).map(([name, value]) => `f(${name}, k=${value},\n  )`),
    fc.array(tie("any"), { maxLength: 3 }).map((list) => `[${list.join(", ")}]`),
    fc.tuple(tie("any"), tie("any")).map(([key, value]) => `{${key}: ${value},}`),
    fc.tuple(tie("any"), tie("any")).map(([list, key]) => `${list}[${key}]`),
  ),
})).any;

const simple = fc.oneof(
  expression,
  expression.map((value) => `x = ${value}`),
  expression.map((value) => `return ${value}`),
  expression.map((value) => `raise ${value} from a`),
  fc.constantFrom(
    "pass",
    "import a.b as c",
    "from a import b, c as d",
    "from a import (b,\n c)",
    "x = y = 1",
    "a, b = 1, 2",
    "return",
    '"""doc"""',
  ),
  fc.array(piece, { maxLength: 6 }).map((parts) => parts.join(" ")),
);
const head = fc.oneof(
  expression.map((value) => `if ${value}:`),
  expression.map((value) => `for a, b in ${value}:`),
  fc.constantFrom(
    "while a:",
    "try:",
    "except E as e:",
    "except:",
    "finally:",
    "else:",
    "elif a:",
    "def f():",
    "async def g(args, context) -> A:",
    "def h(self, a: int = 1, b=c):",
    "@cached",
    '@tool_handler("a")',
    "@r.tool_handler('a' \"b\", x='c')",
    "@tool_handler(x, 'c')",
    "class A:",
  ),
);
const line = fc
  .tuple(fc.constantFrom(0, 0, 0, 4, 4, 8, 2), fc.oneof(simple, head, fc.constantFrom("", "# note")))
  .map(([indent, text]) => " ".repeat(indent) + text);
/** Well indented more often than lines on their own would be. */
const block: fc.Arbitrary<string> = fc.letrec<{ block: string }>((tie) => ({
  block: fc
    .array(
      fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        simple,
        fc.tuple(head, tie("block")).map(([first, inner]) => `${first}\n${inner.replace(/^/gm, "    ")}`),
        fc
          .tuple(head, head, tie("block"))
          .map(([first, second, inner]) => `${first}\n${second}\n${inner.replace(/^/gm, "  ")}`),
      ),
      { minLength: 1, maxLength: 3 },
    )
    .map((parts) => parts.join("\n")),
})).block;

describe("what the simple reader gives is what the full reader gives", () => {
  it("for lines of every kind at every indentation", () => {
    let read = 0;
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        if (agrees(`${lines.join("\n")}\n`)) read += 1;
      }),
      { numRuns: runs(5_000) },
    );
    expect(read).toBeGreaterThan(runs(50));
  });

  it("for statements within statements", () => {
    let read = 0;
    fc.assert(
      fc.property(block, (source) => {
        if (agrees(`${source}\n`)) read += 1;
      }),
      { numRuns: runs(5_000) },
    );
    expect(read).toBeGreaterThan(runs(250));
  });

  it("for the handlers of a skill with one place changed", () => {
    let read = 0;
    fc.assert(
      fc.property(
        fc.nat({ max: HANDLERS.length }),
        fc.nat({ max: 12 }),
        fc.oneof(piece, fc.constantFrom("", " ", "    ")),
        (at, length, text) => {
          if (agrees(HANDLERS.slice(0, at) + text + HANDLERS.slice(at + length))) read += 1;
        },
      ),
      { numRuns: runs(6_000) },
    );
    expect(read).toBeGreaterThan(runs(700));
  });
});

it("the handlers of the catalogue are simple", () => expect(agrees(HANDLERS)).toBe(true));

it.each([
  "(".repeat(30_000),
  "a(".repeat(20_000),
  "if a:\n".repeat(9_000),
  "[".repeat(200),
  "not ".repeat(15_000),
  "--".repeat(9_000),
])("deep nesting is left to the full reader: %.20s", (source) =>
  expect(readSimplePython(`${source}\n`)).toBeNull(),
);
