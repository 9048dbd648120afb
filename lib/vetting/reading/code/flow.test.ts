import { describe, expect, it } from "vitest";
import { indexCode } from "./code-index";
import type { CodeLanguage } from "./tokens";
import { traceFlow } from "./flow";

/** True if the value of `source()` (or the name `SOURCE`) reaches a call of `sink()`. */
function reaches(text: string, language: CodeLanguage, wholeOnly = false): boolean {
  const index = indexCode(text, language);
  const sources = index.references
    .filter(({ written }) => written === "source" || written === "SOURCE")
    .map(({ token }) => ({ token, label: "source", wholeOnly }));
  return traceFlow(index, text, { sources, isSink: ({ written }) => written === "sink" }).flows.length > 0;
}

describe("a value is followed in Python", () => {
  it.each([
    "sink(source())",
    "a = source()\nb = a\nc = [b]\nsink(c)",
    "a: str = source()\nsink(a)",
    "a, b = 1, source()\nsink(b)",
    "d = {}\nd['k'] = source()\nsink(d)",
    "l = []\nl.append(source())\nsink(l)",
    "for x in source():\n    sink(x)",
    "y = [x for x in source()]\nsink(y)",
    "with source() as f:\n    x = f.read()\nsink(x)",
    "def get():\n    return source()\nsink(get())",
    "def send(data):\n    sink(data)\nsend(source())",
    "class A:\n    def __init__(self):\n        self.k = source()\n    def go(self):\n        sink(self.k)",
    "sink(f'x{source()}y')",
    "x = source()\nsink(f'{x!r}')",
    "x = (\n    1,\n    source(),\n)\nsink(x)",
    "if (x := source()):\n    sink(x)",
  ])("%j", (text) => {
    expect(reaches(text, "python")).toBe(true);
  });
});

describe("a value is followed in JavaScript", () => {
  it.each([
    "sink(source())",
    "const a = source(); let b = a; sink({ body: b })",
    "const { a, b: c } = source(); sink(c)",
    "const [a] = source(); sink(a)",
    "source().then((text) => { sink(text) })",
    "source((error, data) => sink(data))",
    "const f = (x) => { sink(x) }; f(source())",
    "function f() { return source() }\nsink(f())",
    "for (const x of source()) { sink(x) }",
    "const a = `x${source()}`\nsink(a)",
    "const a = []\na.push(source())\nsink(a)",
    "async function f() {\n  const a = await source()\n  await sink(\n    a,\n  )\n}",
  ])("%j", (text) => {
    expect(reaches(text, "javascript")).toBe(true);
  });
});

describe("a value is not seen where it does not go", () => {
  it.each<[string, CodeLanguage]>([
    ["a = source()\nsink(b)", "python"],
    ["def f():\n    data = source()\ndef g(data):\n    sink(data)\n", "python"],
    ["def f():\n    x = source()\n    return 1\nsink(f())", "python"],
    ["log(a=source())\nsink(a)", "python"],
    ["function f() { const d = source() }\nfunction g(d) { sink(d) }", "javascript"],
    ["sink(1); const a = source()", "javascript"],
  ])("%j", (text, language) => {
    expect(reaches(text, language)).toBe(false);
  });

  it("nor in a member of a thing of which only the whole counts", () => {
    expect(reaches("e = source()\nsink(e.get('PORT'))", "python", true)).toBe(false);
    expect(reaches("e = source()\nsink(e['PORT'])", "python", true)).toBe(false);
    expect(reaches("const { PORT } = SOURCE; sink(PORT)", "javascript", true)).toBe(false);
    expect(reaches("e = source()\nsink(dict(e))", "python", true)).toBe(true);
  });
});
