import { expect, it } from "vitest";
import { isForeignCompiled } from "./by-products";

it.each([
  ["main.cpython-312.pyc", false],
  ["main.cpython-312.opt-1.pyc", false],
  ["main.cpython-312.opt-2.pyc", false],
  ["main.cpython-34.pyo", false],
  ["my.part.pypy310.pyc", false],
  ["other.cpython-312.pyc", true],
  ["main.pyc", true],
  [".cpython-312.pyc", true],
  ["MAIN.cpython-312.PYC", true],
  ["main.cpython-312.pyc.140000", false],
  ["cache.nbi", false],
])("%s beside main.py and my.part.py: compiled without its source %s", (name, foreign) => {
  expect(isForeignCompiled(name, new Set(["main.py", "my.part.py"]))).toBe(foreign);
});
