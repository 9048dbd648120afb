import { describe, expect, it } from "vitest";
import { cutExamples } from "./examples";

const entry = (index: number, output: unknown = index) => ({
  name: `e${index}`,
  input: { n: index },
  output,
});
const many = (count: number, output?: unknown) =>
  Array.from({ length: count }, (_, index) => entry(index, output));

/** A list of `count` entries whose compact JSON has exactly `bytes` bytes. */
function listOfBytes(bytes: number, count: number): unknown[] {
  const list = many(count, "");
  const last = entry(count - 1, "x".repeat(bytes - Buffer.byteLength(JSON.stringify(list))));
  return [...list.slice(0, -1), last];
}

describe("the cuts", () => {
  it("ten entries are kept, of eleven the first ten", () => {
    expect(cutExamples(many(10)).kept).toHaveLength(10);
    expect(cutExamples(many(11)).kept).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it("20,480 bytes are inside, one more cuts to five", () => {
    expect(cutExamples(listOfBytes(20_480, 8)).kept).toHaveLength(8);
    expect(cutExamples(listOfBytes(20_481, 8)).kept).toEqual([0, 1, 2, 3, 4]);
  });

  it("the size is that of the first ten, in UTF-8 with nothing escaped", () => {
    const eleven = [...many(10), entry(10, "x".repeat(50_000))];
    expect(cutExamples(eleven).kept).toHaveLength(10);
    expect(cutExamples(many(6, "技".repeat(1200))).kept).toHaveLength(5);
  });

  it("five that are still too large are kept, with a warning", () => {
    const { kept, issues } = cutExamples(many(3, "x".repeat(10_000)));
    expect(kept).toEqual([0, 1, 2]);
    expect(issues).toMatchObject([{ severity: "warning", code: "EXAMPLES_TRUNCATED", path: "examples" }]);
  });
});

describe("the entries", () => {
  it("null, 0, an empty text and an empty list count as present", () => {
    const list = [null, 0, "", []].map((value) => ({ input: value, output: value }));
    expect(cutExamples(list)).toMatchObject({ kept: [0, 1, 2, 3], issues: [] });
  });

  it("an entry without input or output is reported and left out, the others stay", () => {
    const { kept, issues } = cutExamples([{ output: 1 }, entry(1), "text", { input: 1 }]);
    expect(kept).toEqual([1]);
    expect(issues.map(({ path }) => path)).toEqual([
      "examples[0].input",
      "examples[2]",
      "examples[3].output",
    ]);
  });

  it("names have at most 100 and descriptions at most 500 characters; longer ones are reported and stay", () => {
    const long = { ...entry(0), name: "🚀".repeat(101), description: "d".repeat(501) };
    const { kept, issues } = cutExamples([
      { ...entry(0), name: "🚀".repeat(100), description: "d".repeat(500) },
      long,
    ]);
    expect(kept).toEqual([0, 1]);
    expect(issues.map(({ path }) => path)).toEqual(["examples[1].name", "examples[1].description"]);
  });

  it("an input that does not match the schema is reported and stays", () => {
    const schema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
    const { kept, issues } = cutExamples(
      [entry(1), { input: { n: "text" }, output: 1 }, { input: {}, output: 1 }],
      schema,
    );
    expect(kept).toEqual([0, 1, 2]);
    expect(issues.map(({ path }) => path)).toEqual(["examples[1].input", "examples[2].input"]);
  });

  it("anything but a list gives no examples", () => {
    expect(cutExamples({})).toMatchObject({ kept: [], issues: [{ path: "examples" }] });
  });
});
