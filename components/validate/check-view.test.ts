import { expect, test } from "vitest";
import { checkSkill } from "@/lib/skill-format";
import {
  countedReports,
  countIssues,
  furtherReasons,
  gravest,
  isInSkillMd,
  remarksByLine,
} from "./check-view";

const SKILL_MD = `---
id: charts
triggers: [chart]
name: charts
description: Draws.
pricing:
  price_lamports: "5"
---
`;

function check(files: Record<string, string>) {
  const { reports } = checkSkill({ files: new Map(Object.entries(files)) });
  return { reports, files: Object.keys(files) };
}

test("a remark stands at its line once, with every dialect that makes it", () => {
  const remarks = remarksByLine(check({ "SKILL.md": "---\nname: A b\ndescription: x\n---\n" }));
  const atName = remarks.get(2) ?? [];
  expect(atName.length).toBeGreaterThan(0);
  const messages = atName.map(({ severity, message }) => `${severity} ${message}`);
  expect(new Set(messages).size).toBe(messages.length);
});

test("the gravest remark marks the line", () => {
  expect(gravest(remarksByLine(check({ "SKILL.md": SKILL_MD })).get(7) ?? [])).toBe("error");
});

test("a line of another file is not taken for a line of SKILL.md", () => {
  const tools = "skill_id: other\ntools:\n  - name: charts_draw\n    type: nonsense\n";
  const view = check({ "SKILL.md": SKILL_MD, "tools/tools.yaml": tools });
  const elsewhere = view.reports.flatMap(({ issues }) =>
    issues.filter(({ path, line }) => path.startsWith("tools/tools.yaml#") && line !== undefined),
  );
  expect(elsewhere.length).toBeGreaterThan(0);
  const shown = [...remarksByLine(view).values()].flat().map(({ message }) => message);
  for (const issue of elsewhere) {
    expect(isInSkillMd(issue, view.files)).toBe(false);
    expect(shown).not.toContain(issue.message);
  }
});

test("every issue is counted by its severity", () => {
  const { reports } = check({ "SKILL.md": SKILL_MD });
  const { error, warning, info } = countIssues(reports);
  expect(error + warning + info).toBe(reports.flatMap(({ issues }) => issues).length);
});

test("the upstream rules are told apart: they mark no line and count for nothing", () => {
  const files = new Map([["SKILL.md", "---\nname: a-b\ndescription: x\nversion: 1.0.0\n---\n"]]);
  const { reports } = checkSkill({ files, dialects: ["agent-skills-upstream"] });
  expect(reports[0]?.valid).toBe(false);
  expect(countedReports(reports)).toEqual([]);
  expect(remarksByLine({ reports, files: ["SKILL.md"] }).size).toBe(0);
});

test("a reason that a report states already is not said twice", () => {
  const view = check({ "SKILL.md": SKILL_MD });
  const [issue] = view.reports.flatMap(({ issues }) => issues);
  const stated = `${issue?.path ?? ""}: ${issue?.message ?? ""}`;
  expect(furtherReasons({ reports: view.reports, reasons: [stated, "name: is too long"] })).toEqual([
    "name: is too long",
  ]);
});
