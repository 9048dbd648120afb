import type { CallToolResult, ResourceLink } from "@modelcontextprotocol/server";
import { describe, expect, test } from "vitest";
import { fitResult, resultLimit } from "@/api/mcp/fit-result";
import { estimateTokens } from "@/lib/skill-format";

const LIMIT = 1_000;
/** About as many tokens as it has characters. */
const words = (tokens: number) => "字".repeat(tokens);
const given = (tokens: number): CallToolResult => ({
  content: [{ type: "text", text: words(tokens) }],
  structuredContent: { text: words(tokens) },
});
const link: ResourceLink = { type: "resource_link", uri: "skill://a/SKILL.md", name: "all of it" };
const tokensOf = ({ content, structuredContent }: CallToolResult) =>
  estimateTokens(JSON.stringify(structuredContent ?? "")) +
  content.reduce((sum, item) => sum + (item.type === "text" ? estimateTokens(item.text) : 0), 0);

test("what fits twice comes as text and as structured content", () => {
  const result = given(LIMIT / 2);
  expect(fitResult(result, LIMIT)).toEqual(result);
});

test("what fits once is not sent twice", () => {
  for (const tokens of [LIMIT / 2 + 1, LIMIT]) {
    const result = fitResult(given(tokens), LIMIT);
    expect(result.content).toEqual([{ type: "text", text: words(tokens) }]);
    expect(result.structuredContent).toEqual({ emporion_result: { in: "text" } });
  }
});

test("of what is longer a part comes, with links to the rest, within the limit", () => {
  for (const tokens of [LIMIT + 1, 50 * LIMIT]) {
    const result = fitResult({ ...given(tokens), rest: [link] }, LIMIT);
    expect(tokensOf(result)).toBeLessThanOrEqual(LIMIT);
    expect(result.content).toContainEqual(link);
    expect(result.structuredContent).toMatchObject({
      emporion_result: { in: "part", tokens, rest: [link.uri] },
    });
    expect(result).not.toHaveProperty("rest");
  }
});

test("what can be read nowhere else is said to be", () => {
  const [, note] = fitResult(given(2 * LIMIT), LIMIT).content;
  expect(note).toMatchObject({ text: expect.stringContaining("nothing more of it can be read") as string });
});

test("no character is cut in half, and a failure stays one", () => {
  const text = "😀".repeat(5 * LIMIT);
  const result = fitResult({ content: [{ type: "text", text }], isError: true }, LIMIT);
  expect(result.isError).toBe(true);
  expect(JSON.stringify(result).isWellFormed()).toBe(true);
});

test("what is said of the payment stands behind the part", () => {
  const receipt = { type: "text" as const, text: "Paid. The signed receipt: x" };
  const { content } = given(3 * LIMIT);
  expect(fitResult({ content: [...content, receipt] }, LIMIT).content).toContainEqual(receipt);
});

describe("how much a client takes", () => {
  const address = "http://127.0.0.1/mcp";
  test.each<[string, string, Record<string, unknown> | undefined, number]>([
    ["nothing said", address, undefined, 20_000],
    ["its address", `${address}?max_result_tokens=5000`, {}, 5_000],
    ["its call", `${address}?max_result_tokens=5000`, { "emporion/max_result_tokens": 1_000 }, 1_000],
    ["the most", `${address}?max_result_tokens=200000`, undefined, 200_000],
  ])("%s", (_name, url, meta, limit) => {
    expect(resultLimit(url, meta)).toBe(limit);
  });

  test.each([["999"], ["200001"], ["1e4"], ["-5000"], [""], ["5000.5"]])("is no %s", (said) => {
    const url = `${address}?max_result_tokens=${said}`;
    expect(() => resultLimit(url, undefined)).toThrow(expect.objectContaining({ code: "INPUT_INVALID" }));
  });

  test.each([[null], [[5000]], [5000.5], [true], [NaN]])("is no %s in a call", (said) => {
    const meta = { "emporion/max_result_tokens": said };
    const limit = () => resultLimit(address, meta);
    if (said === null) expect(limit()).toBe(20_000);
    else expect(limit).toThrow(expect.objectContaining({ code: "INPUT_INVALID" }));
  });
});
