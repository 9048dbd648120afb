import { expect, test } from "vitest";
import { checkSkill } from "@/lib/skill-format";
import { countedReports, furtherReasons, isInSkillMd, remarksByLine } from "./check-view";
import { countIssues, gravest } from "@/lib/skill-format/issues/count-issues";

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
  const issues = view.reports.flatMap((report) => report.issues);
  const isElsewhere = ({ path }: { path: string }) => path.startsWith("tools/tools.yaml#");
  const here = new Set(issues.filter((issue) => !isElsewhere(issue)).map(({ message }) => message));
  // What is said of SKILL.md in the same words is shown there.
  const elsewhere = issues.filter(
    (issue) => isElsewhere(issue) && issue.line !== undefined && !here.has(issue.message),
  );
  expect(elsewhere.length).toBeGreaterThan(0);
  const shown = [...remarksByLine(view).values()].flat().map(({ message }) => message);
  for (const issue of elsewhere) {
    expect(isInSkillMd(issue, view.files)).toBe(false);
    expect(shown).not.toContain(issue.message);
  }
});

test("every issue of a verdict is counted by its severity", () => {
  for (const report of check({ "SKILL.md": SKILL_MD }).reports) {
    const { error, warning, info } = countIssues([report]);
    expect(error + warning + info).toBe(report.issues.length);
  }
});

test("what two dialects object to in the same words is one thing to mend", () => {
  const skillMd =
    "---\nname: charts tool\ndescription: x\ncapabilities: [charts]\ninput_schema: {}\n---\n# x\n";
  const { reports, files } = check({ "SKILL.md": skillMd });
  const objecting = reports.filter(({ issues }) => issues.some(({ severity }) => severity === "error"));
  expect(objecting.map(({ dialect }) => dialect)).toEqual(["usk", "agent-skills"]);
  expect(countIssues(reports).error).toBe(1);
  expect(remarksByLine({ reports, files }).get(2)).toMatchObject([{ dialects: ["usk", "agent-skills"] }]);
});

test("what one dialect takes for an error and another for a warning is one error", () => {
  const issue = { path: "version", line: 3, code: "FIELD_FORMAT", message: "is no version" } as const;
  const [report] = check({ "SKILL.md": SKILL_MD }).reports;
  const said = (["warning", "error", "warning"] as const).map((severity) => ({
    ...(report as NonNullable<typeof report>),
    issues: [{ ...issue, severity, dialect: "usk" as const }],
  }));
  expect(countIssues(said)).toEqual({ error: 1, warning: 0, info: 0 });
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
