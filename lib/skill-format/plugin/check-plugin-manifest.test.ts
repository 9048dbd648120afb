import { describe, expect, test } from "vitest";
import { checkPluginManifest, PLUGIN_SCHEMA } from "./check-plugin-manifest";

const check = (value: unknown) =>
  checkPluginManifest(Buffer.from(typeof value === "string" ? value : JSON.stringify(value, null, 2)));
const MINIMAL = { $schema: PLUGIN_SCHEMA, name: "minimal-plugin" };

test("the minimal and the full manifest of the specification are valid", () => {
  expect(check(MINIMAL)).toEqual({ manifest: MINIMAL, issues: [] });
  const full = {
    ...MINIMAL,
    version: "1.2.0",
    description: "Brief plugin description",
    author: { name: "Author Name", email: "author@example.com", url: "https://example.com" },
    homepage: "https://docs.example.com/plugin",
    repository: "https://github.com/example/plugin",
    license: "MIT",
    keywords: ["keyword1", "keyword2"],
    extensions: { "com.example.client": { setting: true } },
  };
  expect(check(full)).toEqual({ manifest: full, issues: [] });
});

describe("an error names its place, and leaves no manifest", () => {
  test.each([
    [{ name: "a" }, "plugin.json#/$schema", undefined],
    [{ $schema: PLUGIN_SCHEMA }, "plugin.json#/name", undefined],
    [{ ...MINIMAL, $schema: PLUGIN_SCHEMA.replace("1.0.0", "1.1.0") }, "plugin.json#/$schema", 2],
    [{ ...MINIMAL, name: 7 }, "plugin.json#/name", 3],
    [{ ...MINIMAL, version: 1.2 }, "plugin.json#/version", 4],
    [{ ...MINIMAL, author: "me" }, "plugin.json#/author", 4],
    [{ ...MINIMAL, author: { name: 1 } }, "plugin.json#/author/name", 5],
    [{ ...MINIMAL, author: { name: "me", phone: "1" } }, "plugin.json#/author/phone", 6],
    [{ ...MINIMAL, keywords: "one" }, "plugin.json#/keywords", 4],
    [{ ...MINIMAL, keywords: ["one", null] }, "plugin.json#/keywords/1", 6],
    [{ ...MINIMAL, extensions: { "com.example": [] } }, "plugin.json#/extensions/com.example", 5],
  ])("%j at %s", (given, path, line) => {
    const { manifest, issues } = check(given);
    expect(manifest).toBeNull();
    expect(issues.map((issue) => [issue.severity, issue.path, issue.line])).toEqual([["error", path, line]]);
  });

  test.each(["My-Plugin", "-start", "end-", "has--double", "too.many..dots", "", "a".repeat(65), "ü", "a b"])(
    "the name %j",
    (name) => expect(check({ ...MINIMAL, name }).issues[0]).toMatchObject({ path: "plugin.json#/name" }),
  );

  test.each(["", "{", "[]", '"text"', "null", `{"name":"${"x".repeat(70_000)}"}`])(
    "the text %.20s",
    (text) => {
      expect(check(text)).toMatchObject({
        manifest: null,
        issues: [{ severity: "error", path: "plugin.json" }],
      });
    },
  );
});

test.each(["my-plugin", "acme.tools", "lint3r", "a", "a".repeat(64)])("the name %j is valid", (name) =>
  expect(check({ ...MINIMAL, name }).issues).toEqual([]),
);

describe("a warning leaves the manifest valid, as clients go on loading it", () => {
  test.each([
    [{ ...MINIMAL, skills: "./skills" }, "plugin.json#/skills"],
    [{ ...MINIMAL, "a/b": 1 }, "plugin.json#/a~1b"],
    [{ ...MINIMAL, extensions: [] }, "plugin.json#/extensions"],
  ])("%j", (given, path) => {
    const { manifest, issues } = check(given);
    expect(manifest).not.toBeNull();
    expect(issues).toEqual([expect.objectContaining({ severity: "warning", path, line: 4 })]);
  });

  test("what is only recommended is not asked for", () => {
    const loose = { ...MINIMAL, version: "soon", homepage: "here", license: "mine", repository: "x" };
    expect(check(loose).issues).toEqual([]);
  });
});

test("hostile manifests end, with a bounded answer", () => {
  const deep = `{"$schema":"${PLUGIN_SCHEMA}","name":"a","extensions":${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}}`;
  expect(check(deep).issues.length).toBeLessThanOrEqual(100);
  const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`k${i}`, i]));
  expect(check({ ...MINIMAL, ...many }).issues).toHaveLength(100);
  expect(check('{"__proto__": {"name": "a"}, "constructor": 1}').manifest).toBeNull();
});
