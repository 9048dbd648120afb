import { type Locale, LOCALES } from "@/lib/platform/i18n/routing";
import { describe, expect, test } from "vitest";
import { htmlOf } from "@/components/testing/html-of";
import { ToolChoice } from "@/components/run/run-box";
import { ToolsPanel } from "@/components/skill/overview/tools-panel";
import type { SkillDetail } from "@/lib/registry/views";
import type { SkillTool } from "@/lib/skill-format";

const TOOLS: SkillTool[] = [
  {
    name: "calculate_x",
    type: "compute",
    description: "推算 <b>x</b>",
    whenToCall: "齐全之后",
    cardType: null,
    handled: true,
    parameters: [
      { name: "data", type: "object", required: true, description: "The data", options: [] },
      { name: "unit", type: "string", required: false, description: null, options: ["cm", 2] },
    ],
  },
  {
    name: "calculate_y",
    type: "compute",
    description: "",
    whenToCall: "",
    cardType: null,
    handled: false,
    parameters: [],
  },
  {
    name: "show_x_chart",
    type: "display",
    description: "展示",
    whenToCall: "",
    cardType: "x_chart",
    handled: false,
    parameters: [],
  },
];
const skillWith = (tools: SkillTool[], triggers: string[] = []) =>
  ({
    slug: "x",
    tools,
    entryPoint: "scripts/x.py",
    manifest: { triggers },
    contentLanguage: null,
  }) as unknown as SkillDetail;

const render = (locale: string, node: React.ReactNode) => htmlOf(node, locale as Locale);
const panel = (skill: SkillDetail, files: string[] = [], locale = "en") =>
  render(locale, <ToolsPanel skill={skill} pinned="1.0.0" files={files} />);

describe("the panel of a VibeLife skill", () => {
  test.each(LOCALES)("has tools, rules and triggers in %s", (locale) => {
    const files = ["SKILL.md", "rules/_index.md", "rules/a b.md", "rules/x.py", "docs/rules/no.md"];
    const html = panel(skillWith(TOOLS, ["八字", "命盘"]), files, locale);
    for (const text of [
      "calculate_x",
      "show_x_chart",
      "x_chart",
      "齐全之后",
      "data",
      "cm | 2",
      "八字 · 命盘",
    ])
      expect(html).toContain(text);
    expect(html).toContain("推算 &lt;b&gt;x&lt;/b&gt;");
    expect(html).toContain("/skills/x/files/rules/a%20b.md?version=1.0.0");
    expect(html).not.toMatch(/rules\/x\.py|docs\/rules/);
  });

  test("says of which computing tool nothing in the package answers", () => {
    const html = panel(skillWith(TOOLS));
    expect(html.split("has no handler in the package")).toHaveLength(2);
    expect(html.indexOf("calculate_y")).toBeLessThan(html.indexOf("has no handler"));
    expect(html.indexOf("show_x_chart")).toBeGreaterThan(html.indexOf("has no handler"));
  });

  test("is short where lists are long, and not there without tools", () => {
    const many = Array.from({ length: 40 }, (_, n) => `t${n}`);
    const rules = many.map((name) => `rules/${name}.md`);
    const html = panel(skillWith(TOOLS, many), rules);
    expect(html.split("28 more")).toHaveLength(3);
    expect(html).not.toMatch(/t12\b|rules\/t12\.md/);
    expect(panel(skillWith([], ["trigger"]), rules)).toBe("");
  });
});

test("a tool is chosen by a link that works before scripts", () => {
  const [first = null] = TOOLS;
  const html = render("en", <ToolChoice skill={skillWith(TOOLS)} pinned="1.0.0" chosen={first} />);
  expect(html).toContain('href="/skills/x?version=1.0.0&amp;tool=calculate_x#run"');
  expect(html).toContain('href="/skills/x?version=1.0.0#run"');
  expect(html).toMatch(/aria-current="true"[^>]*>calculate_x|calculate_x/);
  expect(html).not.toContain("calculate_y");
  expect(render("en", <ToolChoice skill={skillWith([])} pinned={undefined} chosen={null} />)).toBe("");
});
