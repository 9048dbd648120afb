import { expect, test } from "vitest";
import { statementNamer } from "@/lib/db/statement-names";

test("one text keeps one name, and texts beyond the limit get none", () => {
  const nameOf = statementNamer({ maxNamed: 2 });
  const first = nameOf({ sql: "select 1" });
  const second = nameOf({ sql: "select 2" });
  expect(first).not.toBe(second);
  expect(nameOf({ sql: "select 3" })).toBe("");
  expect([nameOf({ sql: "select 1" }), nameOf({ sql: "select 2" })]).toEqual([first, second]);
});

test("two namers on one pool of connections never give one name to two texts", () => {
  const [pages, api] = [statementNamer(), statementNamer()];
  const ofPages = ["select 1", "select 2"].map((sql) => pages({ sql }));
  const ofApi = ["select 2", "select 3"].map((sql) => api({ sql }));
  expect(ofApi[0]).toBe(ofPages[1]);
  expect(new Set([...ofPages, ...ofApi]).size).toBe(3);
});
