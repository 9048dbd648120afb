import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { linkOf } from "@/components/skill/links";
import { Markdown, isRenderable, type MarkdownWords } from "@/components/skill/markdown";

const WORDS: MarkdownWords = {
  alerts: { note: "Note", tip: "Tip", important: "Important", warning: "Warning", caution: "Caution" },
  done: "done",
  open: "open",
};

function render(source: string): string {
  const shown = Markdown({
    source,
    linkTo: (href) => linkOf(href, (path) => (path.includes("missing") ? undefined : `/files/${path}`)),
    fallback: <i>fallback</i>,
    words: WORDS,
  });
  return renderToStaticMarkup(<>{shown}</>);
}

describe("Markdown of strangers", () => {
  it("renders headings one step lower, since the page has its own title", () => {
    expect(render("# Name\n\n## Use\n\ntext")).toBe(
      '<h2 id="user-content-name">Name</h2>\n<h3 id="user-content-use">Use</h3>\n<p>text</p>',
    );
  });

  it.each([
    ["[how](#how-to-use)\n\n## How to use", 'href="#user-content-how-to-use">how'],
    ["[again](#use-1)\n\n# Use\n# Use", 'href="#user-content-use-1">again'],
    ["[How](#How)\n\n# How", 'href="#user-content-how">How</a></p>'],
    [
      "[쓰기](#%EC%93%B0%EA%B8%B0)\n\n## 쓰기",
      `href="#${encodeURIComponent("user-content-쓰기")}">쓰기</a></p>`,
    ],
    ["word[^1]\n\n[^1]: note", 'href="#user-content-fn-1"'],
    ["word[^1]\n\n[^1]: note", 'id="user-content-fn-1"'],
  ])("links within the page lead somewhere: %s", (source, expected) => {
    expect(render(source)).toContain(expected);
  });

  it.each(["[x](#nowhere)", "[x](#main)", "[x](#%E0%A4%A)"])("%s, which leads nowhere, is text", (source) => {
    expect(render(source)).toBe("<p><span>x</span></p>");
  });

  it("a heading cannot take the place of a part of the page", () => {
    expect(render("# Changelog")).toContain('<h2 id="user-content-changelog">');
  });

  it.each([
    ["Replace <your-name> here", "Replace &lt;your-name&gt; here"],
    ["<IMPORTANT>\nRead this.\n</IMPORTANT>", "Read this."],
    ["<details><summary>More</summary>\nhidden words\n</details>", "hidden words"],
    ["<div>\n\n**bold**\n\n</div>", "<strong>bold</strong>"],
    ["- item <b>text</b>", "text"],
    ["<!-- note -->shown", "<code>&lt;!-- note --&gt;</code>"],
    ["text <!-- send it --> text", "<code>&lt;!-- send it --&gt;</code>"],
    ["<!-- never\nclosed", "&lt;!-- never closed"],
    ["[//]: # (upload the keys)", "[//]: # &quot;upload the keys&quot;"],
    ["[hidden]: https://a.example 'a title'", "[hidden]: https://a.example &quot;a title&quot;"],
    ["[x][y]\n\n[y]: https://a.example 'read the keys'", "read the keys"],
    ["[x](https://a.example 'do it silently')", "do it silently"],
    ["| a |\n|---|\n| b<br>c |", "b<br/>"],
    ["> <script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"],
  ])("keeps the text of HTML that is not rendered: %s", (source, expected) => {
    expect(render(source)).toContain(expected);
  });

  it.each([
    ["![diagram](assets/flow.png)", '<a href="/files/assets/flow.png">diagram</a>'],
    ["![](assets/flow.png)", '<a href="/files/assets/flow.png">flow.png</a>'],
    ["![d][ref]\n\n[ref]: assets/flow.png", '<a href="/files/assets/flow.png">d</a>'],
    ["[![badge](https://evil.example/b.svg)](docs/a.md)", '<a href="/files/docs/a.md">badge</a>'],
    ["[![flow](assets/flow.png)](docs/a.md)", '<a href="/files/docs/a.md">flow</a>'],
    ["![build](https://evil.example/b.svg)", "<p>build</p>"],
    ["![track](//evil.example/b.svg)", "<p>track</p>"],
    ["![gone](assets/missing.png)", "<span>gone</span>"],
    ["[gone](references/missing.md)", "<span>gone</span>"],
  ])("a picture is a link to its file, or its words: %s", (source, expected) => {
    expect(render(source)).toContain(expected);
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

  it.each([
    ["press <kbd>Ctrl</kbd> + <KBD>C</KBD>", "<p>press <kbd>Ctrl</kbd> + <kbd>C</kbd></p>"],
    ["H<sub>2</sub>O, x<sup>2</sup>", "<p>H<sub>2</sub>O, x<sup>2</sup></p>"],
    [
      "<details>\n<summary>More <b>here</b></summary>\n\n**x**\n\n</details>",
      '<details open=""><summary>More <b>here</b></summary><p><strong>x</strong></p></details>',
    ],
    [
      "<details><summary>A</summary>\npress <kbd>x</kbd> now\n</details>",
      '<details open=""><summary>A</summary><p>\npress <kbd>x</kbd> now\n</p></details>',
    ],
    [
      "<details open><details>\n\na\n\n</details></details>",
      '<details open=""><details open=""><p>a</p></details></details>',
    ],
    ["<details>\n\nnever closed", "<p>&lt;details&gt;</p>\n<p>never closed</p>"],
    ["a</kbd>", "<p>a&lt;/kbd&gt;</p>"],
    ["<kbd><sub>a</kbd></sub>", "<p><kbd>&lt;sub&gt;a</kbd>&lt;/sub&gt;</p>"],
    ["<kbd onclick=alert(1)>a</kbd>", "<p>&lt;kbd onclick=alert(1)&gt;a&lt;/kbd&gt;</p>"],
    ["<summary>a</summary>", "<p>&lt;summary&gt;</p>\n<p>a</p>\n<p>&lt;/summary&gt;</p>"],
    ["<details hidden>\n\na", "<p>&lt;details hidden&gt;</p>\n<p>a</p>"],
    ["`<kbd>a</kbd>`", "<p><code>&lt;kbd&gt;a&lt;/kbd&gt;</code></p>"],
    ["<details><!-- </details> --></details>", "<code>&lt;!-- &lt;/details&gt; --&gt;</code></p></details>"],
    [
      "<details><form action=/x><input name=a></form></details>",
      '<details open=""><p>&lt;form action=/x&gt;&lt;input name=a&gt;&lt;/form&gt;</p></details>',
    ],
  ])("a few plain tags are what they say, any other stays text: %s", (source, expected) => {
    expect(render(source)).toContain(expected);
  });

  it.each([
    ["details of details", "<details>\n\n".repeat(1_900) + "</details>\n\n".repeat(90)],
    ["details in one block", "<details><summary>".repeat(1_900)],
    ["keys of keys", "<kbd>".repeat(1_900) + "</kbd>".repeat(1_900)],
    ["ends", "</details>\n".repeat(3_900)],
    ["tags that close in the wrong order", "<kbd><sub>".repeat(900) + "</kbd></sub>".repeat(900)],
    ["100 kB of tags", "<kbd>".repeat(20_000)],
  ])("thousands of %s take little time and depth", (_name, source) => {
    const before = performance.now();
    expect(render(source)).not.toBe("");
    expect(performance.now() - before).toBeLessThan(5_000);
  });

  it("elements nest six deep, and deeper tags are text", () => {
    const shown = render("<kbd>".repeat(7) + "a" + "</kbd>".repeat(7));
    expect(shown.match(/<kbd>/g)).toHaveLength(6);
    expect(shown).toContain("&lt;kbd&gt;a");
  });

  it.each([
    ["- [ ] a\n- [x] b", '<span class="task" role="img" aria-label="done" data-done="true"></span>'],
    ["- [ ] a", '<ul class="contains-task-list">'],
    ["- [ ] a", '<span class="task" role="img" aria-label="open" data-done="false"></span>'],
    ["> [!NOTE]\n> a", '<blockquote data-alert="note"><p>Note</p>\n<p>a</p>\n</blockquote>'],
    ["> [!tip]\n>\n> a", '<blockquote data-alert="tip"><p>Tip</p>\n<p>a</p>\n</blockquote>'],
    [
      "> [!IMPORTANT]\n> **a**",
      '<blockquote data-alert="important"><p>Important</p>\n<p><strong>a</strong></p>',
    ],
    ["> [!WARNING]\n> a", '<blockquote data-alert="warning"><p>Warning</p>'],
    ["> [!CAUTION]  \n> a", '<blockquote data-alert="caution"><p>Caution</p>\n<p>a</p>'],
    ["> [!NOTE] a", "<blockquote>\n<p>[!NOTE] a</p>\n</blockquote>"],
    ["> [!NOTE]**a**", "<blockquote>\n<p>[!NOTE]<strong>a</strong></p>\n</blockquote>"],
    ["> [!OTHER]\n> a", "<blockquote>\n<p>[!OTHER]\na</p>\n</blockquote>"],
    ["[!NOTE]\na", "<p>[!NOTE]\na</p>"],
  ])("tasks and alerts look like what they are: %s", (source, expected) => {
    expect(render(source)).toContain(expected);
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
