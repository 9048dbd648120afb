import { describe, expect, it } from "vitest";
import { BY_PRODUCTS, findByProduct, isBelowByProduct, isForeignCompiled } from "./by-products";

it.each([
  ["main.cpython-312.pyc", false],
  ["main.cpython-312.opt-1.pyc", false],
  ["main.cpython-312.opt-2.pyc", false],
  ["main.cpython-34.pyo", false],
  ["main.cpython-312-pytest-8.3.4.pyc", false],
  ["my.part.pypy310.pyc", false],
  ["other.cpython-312.pyc", true],
  ["main.pyc", true],
  [".cpython-312.pyc", true],
  ["MAIN.cpython-312.PYC", true],
  ["main.cpython-312.pyc.140000", false],
  ["other.cpython-312.pyc.140000", true],
  ["main.cpython-312.pyc.sh", true],
  ["cache.nbi", false],
  ["main.py", true],
  ["run.sh", true],
  ["README.md", true],
])("%s beside main.py and my.part.py: does not belong into __pycache__ %s", (name, foreign) => {
  expect(isForeignCompiled(name, new Set(["main.py", "my.part.py"]))).toBe(foreign);
});

describe("the list", () => {
  it.each(BY_PRODUCTS)("finds $kind $name", ({ name, kind }) => {
    expect(findByProduct(name.replace("*", "SKILL.md"), kind)?.name).toBe(name);
  });

  it.each([
    [".DS_Store", "folder"],
    [".DS_Store", "link"],
    ["Thumbs.db", "link"],
    ["THUMBS.DB", "file"],
    ["Thumbs.db.exe", "file"],
    ["._", "file"],
    ["~", "file"],
    [".swp", "file"],
    ["SKILL.md~.sh", "file"],
    ["run.swpx", "file"],
    ["node_modules", "file"],
    ["NODE_MODULES", "folder"],
    [".venv2", "folder"],
    ["my-venv", "folder"],
    ["xDS_Store", "file"],
    [".vscode", "folder"],
    [".idea", "folder"],
    ["SKILL.md", "file"],
    ["scripts", "folder"],
  ] as const)("%s, a %s, is no by-product", (name, kind) => {
    expect(findByProduct(name, kind)).toBeNull();
  });

  it("takes a link for the folder that it leads to", () => {
    expect(findByProduct("node_modules", "link")?.tool).toBe("a package manager");
  });
});

it.each([
  ["pdf/node_modules/x/index.js", true],
  ["pdf/.DS_Store", true],
  ["pdf/.DS_Store/x.sh", false],
  ["pdf/node_modules/", true],
  ["pdf/node_modules", false],
  ["pdf/notes~", true],
  ["pdf/scripts/main.py", false],
  ["pdf/", false],
])("%s leads through by-products: %s", (path, below) => {
  expect(isBelowByProduct(path)).toBe(below);
});
