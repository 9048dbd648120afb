import fc from "fast-check";
import { parse as parseToml } from "smol-toml";
import { describe, expect, it } from "vitest";
import { parse as parseYaml } from "yaml";
import { checkSkill, type ConversionTarget } from "@/lib/skill-format";
import { runOverHostileText } from "@/lib/testing/run-over-hostile-text";
import type { ConversionSource } from "./conversion-source";
import { wellFormed } from "./literals/literals";
import { withoutLoadCommands } from "./convert-skill";
import { hostileSources, RUNS, SMALL, textsOf } from "./testing/converted";
import { hostileText } from "./testing/hostile-text";
import { catalogueSource, smallSource } from "./testing/sources";

const SKILL_FOLDER_TARGETS: Partial<Record<ConversionTarget, string>> = {
  OpenClaw: "",
  ClaudeCodeAgentSkill: "",
  Cursor: "",
  CodexCLI: "",
  GeminiCLI: "skills/small-skill/",
};

describe("run.sh", () => {
  it("is valid bash that keeps every text of the skill one word", () => {
    const texts = fc.sample(fc.tuple(hostileText, fc.array(hostileText, { maxLength: 2 })), 10);
    for (const [entryPoint, envVars] of texts) {
      const { manifest } = SMALL;
      const source = {
        ...SMALL,
        files: [
          ...SMALL.files,
          { path: `${wellFormed(entryPoint).replaceAll("\0", "")}.py`, bytes: new Uint8Array() },
        ],
        manifest: {
          ...manifest,
          invocation: {
            ...manifest.invocation,
            entryPoint: `${wellFormed(entryPoint).replaceAll("\0", "")}.py`,
          },
          permissions: { ...manifest.permissions, envVars },
        },
      };
      const script = textsOf(source, "ClaudeCodeAgentSkill").get("emporion/run.sh") ?? "";
      expect(runOverHostileText("bash", ["-n"], script)).toMatchObject({ status: 0 });
      const assignment = /^entry_point=[^]*?(?=\ntime_limit=)/m.exec(script)?.[0] ?? "";
      const { stdout } = runOverHostileText("bash", ["-c", `${assignment}\nprintf %s "$entry_point"`]);
      expect(stdout).toBe(source.manifest.invocation.entryPoint.replace(/^\.\//, ""));
    }
  });
});

describe.each(Object.entries(SKILL_FOLDER_TARGETS))("SKILL.md for %s", (target, prefix) => {
  const skillMd = (source: ConversionSource) =>
    textsOf(source, target as ConversionTarget).get(`${prefix}SKILL.md`) ?? "";

  it("has a front matter with the skill's texts and nothing else, however they are written", () => {
    fc.assert(
      fc.property(hostileSources, (source) => {
        const [, yaml = ""] = /^---\n([^]*?)\n---\n/.exec(skillMd(source)) ?? [];
        const read = parseYaml(yaml, { mapAsMap: true }) as Map<string, unknown>;
        const known = new Set([
          "name",
          "description",
          "license",
          "compatibility",
          "metadata",
          "allowed-tools",
        ]);
        expect([...read.keys()].filter((key) => !known.has(key))).toEqual([]);
        expect(read.get("name")).toBe("small-skill");
        expect(read.get("description")).toBe(wellFormed(source.manifest.description));
      }),
      RUNS,
    );
  });

  it("shows input and schema in fences nothing closes, before the author's words", () => {
    fc.assert(
      fc.property(hostileSources, (source) => {
        const section = skillMd(source).split("\n## How to call this skill\n")[1] ?? "";
        const [, example = ""] = /<<'JSON'\n([^]*?)\nJSON\n```\n/.exec(section) ?? [];
        const [, schema = ""] = /Input schema:\n\n```json\n([^]*?)\n```\n/.exec(section) ?? [];
        const plain = (value: unknown) => JSON.parse(wellFormedJson(value)) as unknown;
        expect(JSON.parse(example)).toEqual(plain(source.manifest.examples[0]?.input));
        expect(JSON.parse(schema)).toEqual(plain(source.manifest.schemas.input));
      }),
      RUNS,
    );
  });

  it("is valid for the reference implementation of Agent Skills", () => {
    for (const source of [SMALL, catalogueSource("json-diff"), catalogueSource("hangul-romanization")]) {
      const slug = source.manifest.slug;
      const files = textsOf(source, target as ConversionTarget);
      const own = [...files].filter(([path]) => path.startsWith(prefix.replace("small-skill", slug)));
      const { reports } = checkSkill({
        files: new Map(
          own.map(([path, text]) => [path.slice(prefix.replace("small-skill", slug).length), text]),
        ),
        dir: slug,
        dialects: ["agent-skills-upstream"],
      });
      expect(reports.flatMap(({ issues }) => issues).filter(({ severity }) => severity === "error")).toEqual(
        [],
      );
    }
  });
});

describe("what a platform acts on while it loads", () => {
  it("is not in Claude Code's command: its text is the same for every skill of a name", () => {
    const command = (source: ConversionSource) =>
      textsOf(source, "ClaudeCode")
        .get("commands/small-skill.md")
        ?.replace(/^---\n[^]*?\n---\n/, "");
    fc.assert(
      fc.property(hostileSources, (source) => {
        expect(command(source)).toBe(command(SMALL));
      }),
      RUNS,
    );
  });

  it("is not in Gemini's prompt", () => {
    const prompt = (source: ConversionSource) =>
      parseToml(textsOf(source, "GeminiCLI").get("commands/small-skill.toml") ?? "")["prompt"];
    fc.assert(
      fc.property(hostileSources, (source) => {
        expect(prompt(source)).toBe(prompt(SMALL));
      }),
      RUNS,
    );
  });

  it("is taken apart in the instructions of an Agent Skill for Claude Code", () => {
    expect(withoutLoadCommands("Run !`id`, wow!\n```!\nid\n```\n")).toBe(
      "Run ! `id`, wow!\n``` !\nid\n```\n",
    );
    fc.assert(
      fc.property(hostileText, (body) => {
        expect(withoutLoadCommands(body)).not.toMatch(/!`|```!|~~~!/);
      }),
    );
  });

  it("is approved without asking only for a skill that touches nothing outside", () => {
    const command = (permissions: string) =>
      textsOf(smallSource({ permissions }), "ClaudeCode").get("commands/small-skill.md") ?? "";
    expect(command("{network: false, subprocess: false}")).toContain("allowed-tools");
    for (const silent of ["{}", "{network: false}"]) expect(command(silent)).not.toContain("allowed-tools");
    for (const permission of ["network: true", "subprocess: true", "env_vars: [API_KEY]"])
      expect(command(`{${permission}}`)).not.toContain("allowed-tools");
  });

  it("tells as a default what the author has not said", () => {
    const files = textsOf(smallSource({ permissions: "{network: false}" }), "ClaudeCode");
    const note = [...files].find(([path]) => path.endsWith("INSTALL.md"))?.[1];
    expect(note).toContain("It does not say whether it uses other programs, variables.");
    expect(note).not.toContain("nothing outside");
  });
});

it("a description beyond the platform's limit is cut, and INSTALL.md says so", () => {
  const source = smallSource({ description: "x".repeat(2000) });
  const files = textsOf(source, "Cursor");
  expect(files.get("SKILL.md")).toContain(`description: "${"x".repeat(1023)}…"`);
  expect(files.get("emporion/INSTALL.md")).toContain("is cut there");
});

/** JSON of a value whose texts had half surrogate pairs replaced. */
function wellFormedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(/\\ud[89a-f][0-9a-f]{2}/gi, "\ufffd");
}
