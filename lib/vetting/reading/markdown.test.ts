import { describe, expect, it } from "vitest";
import { readMarkdown } from "./markdown";

describe("a Markdown source is taken apart", () => {
  it("into fences with their language and place", () => {
    const text = "a\n```bash\ncurl x\n```\nb\n~~~py\nx\n~~~\n";
    const { fences } = readMarkdown(text);
    expect(fences.map(({ language, content }) => [language, content])).toEqual([
      ["bash", "curl x\n"],
      ["py", "x\n"],
    ]);
    expect(text.slice(fences[0]?.start).startsWith("curl x")).toBe(true);
  });

  it("a fence holds shorter fences, and one that is not closed reaches to the end", () => {
    expect(readMarkdown("````md\n```\nx\n```\n````\ny").fences).toHaveLength(1);
    expect(readMarkdown("```sh\nx\ny").fences[0]?.content).toBe("x\ny");
  });

  it("into what a reader sees and what is hidden, each at its own offset", () => {
    const text =
      "see <!-- not\nthis --> that\n[//]: # (nor this)\n<p style='display:none'>nor that</p>\n`code here`";
    const { visible, concealed, inlineCode } = readMarkdown(text);
    expect(visible).not.toContain("not");
    expect(text.indexOf("that")).toBe(visible.indexOf("that"));
    expect(["not\nthis", "nor this", "nor that"].every((hidden) => concealed.includes(hidden))).toBe(true);
    expect(inlineCode.map(({ text: code }) => code)).toEqual(["code here"]);
  });

  it("comments in fences are examples, not hidden text", () => {
    expect(readMarkdown("```html\n<!-- x -->\n```\n").hidden).toEqual([]);
  });
});
