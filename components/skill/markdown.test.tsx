import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { isRenderable } from "@/components/skill/files/is-renderable";
import { linkOf } from "@/components/skill/link-of";
import { Markdown } from "@/components/skill/markdown";

function render(source: string): string {
  const shown = Markdown({
    source,
    linkTo: (href) => linkOf(href, (path) => `/files/${path}`),
    fallback: <i>fallback</i>,
  });
  return renderToStaticMarkup(<>{shown}</>);
}

describe("Markdown of strangers", () => {
  it("renders headings one step lower, since the page has its own title", () => {
    expect(render("# Name\n\n## Use\n\ntext")).toBe("<h2>Name</h2>\n<h3>Use</h3>\n<p>text</p>");
  });

  it.each([
    "![x](https://evil.example/pixel.png)",
    '<img src="https://evil.example/pixel.png">',
    "<script>alert(1)</script>",
    "<iframe src=https://evil.example></iframe>",
    "[a](javascript:alert(1))",
    "[a](data:text/html;base64,PHNjcmlwdD4=)",
    '<a href="https://evil.example" onclick="alert(1)">x</a>',
    "![r][ref]\n\n[ref]: https://evil.example/x.png",
    "- [ ] task",
    "<style>@import url(https://evil.example/x.css)</style>",
    "<svg onload=alert(1)>",
  ])("makes no picture, script, style, field or foreign request of %s", (source) => {
    expect(render(source)).not.toMatch(
      /<(?:img|script|iframe|style|svg|input|link|object|form)|href="(?:javascript|data)/i,
    );
  });

  it("keeps links to files of the package inside the site", () => {
    expect(render("[guide](references/guide.md)")).toContain('href="/files/references/guide.md"');
  });

  it.each([
    ["quotes", "> ".repeat(3000) + "x"],
    ["quotes without blanks", ">".repeat(5000)],
    ["list markers", "- ".repeat(3000) + "x"],
    ["numbered markers", "1. ".repeat(3000) + "x"],
  ])("survives thousands of nested %s", (_name, source) => {
    expect(render(source)).toBe("<i>fallback</i>");
  });

  it("survives thousands of nested emphasis and link marks", () => {
    expect(render("[".repeat(1900) + "x" + "](a)".repeat(1900))).not.toBe("");
    expect(render("*".repeat(2900) + "x" + "*".repeat(2900))).not.toBe("");
  });

  it.each([
    ["brackets", "[a](".repeat(20_000)],
    ["table columns", `${"|a".repeat(200)}\n${"|-".repeat(200)}\n${"|a\n".repeat(3_000)}`],
    ["runs of backticks", Array.from({ length: 400 }, (_, length) => "`".repeat(length)).join(" ")],
    ["characters", "a ".repeat(60_000)],
    ["lines", "- a\n".repeat(5_000)],
    ["addresses without a scheme", "WWW.a.b ".repeat(5_000)],
    ["addresses", "https://a.b ".repeat(5_000)],
    ["entities", "a&nbsp;b ".repeat(5_000)],
    ["list items", "+ a\n".repeat(3_900)],
    ["numbered list items in a quote", "> 1) a\n".repeat(3_900)],
  ])("shows source, without parsing it, instead of too many %s", (_name, source) => {
    expect(isRenderable(source)).toBe(false);
    expect(render(source)).toBe("<i>fallback</i>");
  });

  it("shows ordinary skills: nested lists, long rules and deep indentation are no attack", () => {
    expect(
      isRenderable(`${"-".repeat(300)}\n* * * * *\n- a\n  - b\n    - c\n\n> > quoted\n${" ".repeat(40)}code`),
    ).toBe(true);
  });
});
