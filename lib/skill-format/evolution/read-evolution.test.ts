import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Evolution, formatEvolution, mergeEvolution, mergeLayers, NO_EVOLUTION } from "./evolution";
import { readEvolution } from "./read-evolution";

const NOW = new Date("2026-11-21T12:34:56.789Z");

function read(members: object): Evolution {
  const { evolution, findings } = readEvolution(JSON.stringify(members));
  if (evolution === undefined) throw new Error(JSON.stringify(findings));
  return evolution;
}

function errorsOf(source: string | Uint8Array): string[] {
  const { findings } = readEvolution(source);
  return findings.filter(({ severity }) => severity === "error").map(({ path }) => path);
}

describe("a file that is refused", () => {
  it.each([
    ["no JSON", "{", ["evolution.json"]],
    ["a list", "[]", ["evolution.json"]],
    ["null", "null", ["evolution.json"]],
    ["no UTF-8", new Uint8Array([0xff]), ["evolution.json"]],
    ["a text for a list", '{"fixes":"a"}', ["evolution.json#fixes"]],
    ["a number in a list", '{"fixes":["a",1]}', ["evolution.json#fixes[1]"]],
    ["null for the prompts", '{"custom_prompts":null}', ["evolution.json#custom_prompts"]],
    ["a day that is no date-time", '{"last_updated":"2026-01-23"}', ["evolution.json#last_updated"]],
    ["half a character", '{"fixes":["\\ud800"]}', ["evolution.json#fixes[0]"]],
    ["a NUL", '{"custom_prompts":"\\u0000"}', ["evolution.json#custom_prompts"]],
    ["a list written twice", '{"fixes":["a"],"fixes":["b"]}', ["evolution.json#fixes"]],
    ["a name escaped the second time", '{"fixes":[],"fi\\u0078es":[]}', ["evolution.json#fixes"]],
    ["more levels than anybody needs", `{"x":${"[".repeat(5000)}${"]".repeat(5000)}}`, ["evolution.json"]],
    ["more bytes than are read", `{"x":"${"a".repeat(600_000)}"}`, ["evolution.json"]],
  ])("%s", (_, source, errors) => {
    expect(errorsOf(source)).toEqual(errors);
    expect(readEvolution(source).evolution).toBeUndefined();
  });
});

it("a missing list is empty, and members inside a member may repeat", () => {
  expect(readEvolution("{}").evolution).toEqual(NO_EVOLUTION);
  expect(errorsOf('{"fixes":["\\"fixes\\":"],"x":{"fixes":1},"y":{"fixes":1}}')).toEqual([]);
});

it("what is read is written back, unknown members too", () => {
  const text =
    '{"z":{"__proto__":1},"__proto__":2,"custom_prompts":"p","fixes":["a"],"last_updated":"2026-01-23T10:30:00Z"}';
  const evolution = readEvolution(text).evolution ?? NO_EVOLUTION;
  expect(formatEvolution(evolution)).toBe(
    `${JSON.stringify(
      JSON.parse(
        '{"preferences":[],"fixes":["a"],"contexts":[],"custom_prompts":"p","last_updated":"2026-01-23T10:30:00Z","z":{"__proto__":1},"__proto__":2}',
      ),
      null,
      2,
    )}\n`,
  );
  expect(readEvolution(formatEvolution(evolution)).evolution).toEqual(evolution);
});

describe("a merge", () => {
  const existing = read({ fixes: ["a", "b"], custom_prompts: "old", last_evolved_hash: "1", mood: "good" });

  it("adds each entry once, keeps the order, and stamps time and source", () => {
    const addition = read({ fixes: [" b ", "c", ""], contexts: ["x"], custom_prompts: " " });
    expect(mergeEvolution(existing, addition, { now: NOW, sourceHash: "2" })).toEqual({
      preferences: [],
      fixes: ["a", "b", "c"],
      contexts: ["x"],
      customPrompts: "old",
      lastUpdated: "2026-11-21T12:34:56Z",
      lastEvolvedHash: "2",
      others: { mood: "good" },
    });
  });

  it("replaces the prompts by new ones and keeps the hash where the skill has none", () => {
    const merged = mergeEvolution(existing, read({ custom_prompts: "new" }), { now: NOW });
    expect(merged).toMatchObject({ customPrompts: "new", lastEvolvedHash: "1" });
  });

  it("of nothing new changes nothing, not even the time", () => {
    const addition = read({ fixes: ["b"], custom_prompts: "old", last_updated: "2030-01-01T00:00:00Z" });
    expect(mergeEvolution(existing, addition, { now: NOW, sourceHash: "2" })).toBe(existing);
  });
});

it("of three layers the lists follow each other, and the nearest prompts count", () => {
  const upstream = read({ fixes: ["a"], custom_prompts: "u", last_updated: "2026-03-01T00:00:00Z" });
  const global = read({ fixes: ["b", "a"], custom_prompts: "g", last_updated: "2026-01-01T00:00:00Z" });
  expect(mergeLayers([upstream, global, read({ fixes: ["c"], custom_prompts: "" })])).toMatchObject({
    fixes: ["a", "b", "c"],
    customPrompts: "g",
    lastUpdated: "2026-03-01T00:00:00Z",
  });
  expect(mergeLayers([])).toEqual(NO_EVOLUTION);
});

it("layers keep their order, fold what is said twice, and count the later one first", () => {
  const entries = fc.array(fc.constantFrom("a", "b", " a ", "c", "", "d\n"), { maxLength: 6 });
  const layer = fc
    .record({ fixes: entries, custom_prompts: fc.constantFrom("", " ", "x", "y"), mood: fc.nat(3) })
    .map(read);
  fc.assert(
    fc.property(fc.array(layer, { maxLength: 4 }), (layers) => {
      const merged = mergeLayers(layers);
      const all = layers
        .flatMap(({ fixes }) => fixes.map((text) => text.trim()))
        .filter((text) => text !== "");
      expect(merged.fixes.map((text) => text.trim())).toEqual([...new Set(all)]);
      const said = layers.map(({ customPrompts }) => customPrompts).filter((text) => text?.trim());
      expect(merged.customPrompts?.trim() || undefined).toBe(said.at(-1));
      expect(merged.others["mood"]).toBe(layers.at(-1)?.others["mood"]);
      // laying the same layers again, or one after the other, gives the same
      expect(mergeLayers([merged, ...layers]).fixes).toEqual(merged.fixes);
      expect(layers.reduce((sum, each) => mergeLayers([sum, each]), NO_EVOLUTION)).toEqual(merged);
    }),
  );
});
