import { describe, expect, it } from "vitest";
import { checkSkill } from "./check-skill";
import { decideStatus } from "./decide-status";
import { EXO_BODY, EXO_FRONT_MATTER, shortIssues, skillFiles } from "./testing/build-skill";

const base = "name: csv-cleaner\ndescription: Cleans CSV files. Use before an import.";

function check(files: Map<string, string | Uint8Array>) {
  const result = checkSkill({ files });
  const issues = Object.fromEntries(
    result.reports.map((report) => [report.dialect, shortIssues(report.issues)]),
  );
  return { ...result, issues };
}

describe("an overlay", () => {
  it("gives a dialect its own keys, and is a sign of the dialect", () => {
    const overlay = EXO_FRONT_MATTER.replace(/^name.*\n/, "");
    const files = skillFiles(base, {
      body: EXO_BODY,
      files: { "dialects/exo.yaml": overlay, "scripts/main.py": "" },
    });
    const { issues, manifest } = check(files);
    expect(issues).toEqual({ exo: [], "agent-skills": [] });
    expect(manifest).toMatchObject({
      slug: "csv-cleaner",
      description: "Cleans CSV files. Use before an import.",
      pricing: { lamports: "5000" },
    });
  });

  it("lets one key mean two things: wallet and user name, title and identifier", () => {
    const wallet = "DgX9xEoN7RZGWevFVCy13JuzKsnmAx9B3VLfvoJxwqKn";
    const files = skillFiles(`${base}\nauthor: kim\ncapabilities: []`, {
      files: {
        "dialects/exo.yaml": `author: ${wallet}`,
        "dialects/vibelife.yaml": "id: csv-cleaner\nname: 表格清理",
      },
    });
    expect(check(files).manifest).toMatchObject({
      slug: "csv-cleaner",
      displayName: "表格清理",
      author: { wallet, username: "kim" },
    });
  });

  it("removes a key by null, for its dialect only", () => {
    const files = skillFiles(`${base}\nmodel: x\ncompatibility: ''`, {
      files: { "dialects/agent-skills.yaml": "compatibility: ~" },
    });
    expect(check(files).issues).toEqual({ metadata: [], "agent-skills": [] });
  });

  it("with a body of its own replaces the body too", () => {
    const long = "字".repeat(6000);
    const files = skillFiles(base, {
      body: long,
      files: { "dialects/agent-skills.md": "---\nlicense: MIT\n---\nShort.\n" },
    });
    const { issues, manifest } = check(files);
    expect(issues).toEqual({ "agent-skills": [] });
    expect(manifest.body).toContain(long);
  });

  it.each([
    ["dialects/agent-skills.yaml", "["],
    ["dialects/agent-skills.yaml", "- a"],
    ["dialects/agent-skills.md", "no front matter"],
    ["dialects/agent-skills.yaml", "license: MIT\nlicense: ISC"],
  ])("that cannot be read is an error at its path: %s %j", (path, text) => {
    expect(check(skillFiles(base, { files: { [path]: text } })).issues["agent-skills"]).toEqual([
      `error ${path}`,
    ]);
  });

  it("issues of its values carry no line of SKILL.md", () => {
    const { reports } = check(
      skillFiles(base, { files: { "dialects/agent-skills.yaml": "\n\nname: Bad_Name" } }),
    );
    const issue = reports[0]?.issues.find(({ path }) => path === "name");
    expect(issue).toMatchObject({ severity: "error" });
    expect(issue?.line).toBeUndefined();
  });
});

describe("an overlay with a body of its own", () => {
  it("needs no key: an empty block replaces the body alone", () => {
    const files = skillFiles(base, {
      body: "字".repeat(6000),
      files: { "dialects/agent-skills.md": "---\n---\nShort.\n" },
    });
    expect(check(files).issues).toEqual({ "agent-skills": [] });
  });

  it("is measured by its own lines, and none of them is taken for a line of SKILL.md", () => {
    const long = `---\nlicense: MIT\n---\n${"a line\n".repeat(600)}`;
    const { reports } = check(skillFiles(base, { files: { "dialects/agent-skills.md": long } }));
    const issue = reports[0]?.issues.find(({ code }) => code === "BODY_TOO_LONG");
    expect(issue?.message).toContain("603 lines");
    expect(issue?.line).toBeUndefined();
    const short = skillFiles(base, {
      body: "a line\n".repeat(600),
      files: { "dialects/agent-skills.md": "---\nlicense: MIT\n---\nShort.\n" },
    });
    expect(check(short).issues).toEqual({ "agent-skills": [] });
  });

  it("is the text today's reference implementation is said to read", () => {
    const files = skillFiles('name: a\ndescription: "Use --- when asked."\nlicense: MIT', {
      files: { "dialects/agent-skills-upstream.md": "---\ndescription: Use when asked.\n---\nText.\n" },
    });
    const { reports } = checkSkill({ files, dialects: ["agent-skills-upstream"] });
    expect(shortIssues(reports[0]?.issues ?? [])).toEqual([]);
  });
});

describe("a file among the overlays that is laid on nothing", () => {
  it.each(["dialects/exos.yaml", "dialects/exo.yml", "dialects/README.md", "dialects/Exo.yaml"])(
    "is reported at its own path: %s",
    (path) => {
      const { issues, detected } = check(skillFiles(base, { files: { [path]: "name: other" } }));
      expect(issues).toEqual({ "agent-skills": [`warning ${path}`] });
      expect(detected).toEqual(["agent-skills"]);
    },
  );

  it("other files of the folder are the package's own, and thousands of names are not listed", () => {
    expect(
      check(skillFiles(base, { files: { "dialects/en/a.md": "x", "dialects/a.txt": "x" } })).issues,
    ).toEqual({ "agent-skills": [] });
    const many = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`dialects/x${n}.yaml`, ""]));
    expect(check(skillFiles(base, { files: many })).issues["agent-skills"]).toHaveLength(20);
  });

  it("holds no skill up", () => {
    const files = skillFiles(base, { files: { "dialects/exos.yaml": "name: other" } });
    expect(decideStatus(checkSkill({ files })).status).toBe("approved");
  });
});

describe("a hostile overlay", () => {
  const bomb = `a: &a [${"x, ".repeat(50)}x]\n${Array.from({ length: 200 }, (_, n) => `b${n}: [*a, *a, *a]`).join("\n")}`;

  it.each([
    ["too large", "x".repeat(600_000)],
    ["too deep", `a: ${"[".repeat(5000)}`],
    ["aliases upon aliases", bomb],
    ["a tag of a program", "a: !!python/object:os.system x"],
    ["a NUL", "a: \0"],
    ["no UTF-8", new Uint8Array([0xff, 0xfe])],
  ])("is an error at its path and changes nothing: %s", (_, content) => {
    const { issues, manifest } = check(
      skillFiles(base, { files: { "dialects/agent-skills.yaml": content } }),
    );
    expect(issues).toEqual({ "agent-skills": ["error dialects/agent-skills.yaml"] });
    expect(manifest.slug).toBe("csv-cleaner");
  });

  it("cannot reach the prototype of anything", () => {
    const files = skillFiles(base, { files: { "dialects/agent-skills.yaml": "__proto__: {license: MIT}" } });
    expect(check(files).issues["agent-skills"]).toEqual(["warning __proto__"]);
    expect(({} as Record<string, unknown>)["license"]).toBeUndefined();
  });
});

describe("values of two dialects that differ", () => {
  it("are a warning in each of them, and each stays valid", () => {
    const files = skillFiles(`${EXO_FRONT_MATTER}\nentry_point: main.py\nmodel: x`, {
      body: EXO_BODY,
      files: { "scripts/main.py": "", "main.py": "" },
    });
    const { reports, issues } = check(files);
    expect(issues["exo"]).toEqual(["warning runtime.entrypoint"]);
    expect(issues["metadata"]).toContain("warning entry_point");
    expect(reports.every(({ valid }) => valid)).toBe(true);
  });

  it("equal schemas in both places are no conflict, whatever the order of their members", () => {
    const schema = "{properties: {}, maxProperties: 20, additionalProperties: false, type: object}";
    const files = skillFiles(`${EXO_FRONT_MATTER}\ninput_schema: ${schema}`, {
      body: EXO_BODY,
      files: { "scripts/main.py": "" },
    });
    expect(check(files).issues["exo"]).toEqual([]);
    const other = skillFiles(`${EXO_FRONT_MATTER}\ninput_schema: {type: object}`, {
      body: EXO_BODY,
      files: { "scripts/main.py": "" },
    });
    expect(check(other).issues["exo"]).toEqual(["warning io.input_schema"]);
  });

  it("permissions that contradict hints are remarked on from both sides", () => {
    const files = skillFiles(
      `${EXO_FRONT_MATTER}\nannotations: {openWorldHint: false}\npermissions: {network: true}`,
      { body: EXO_BODY, files: { "scripts/main.py": "" } },
    );
    const { issues } = check(files);
    expect(issues["exo"]).toEqual(["warning annotations.openWorldHint"]);
    expect(issues["usk"]).toContain("warning permissions.network");
  });
});
