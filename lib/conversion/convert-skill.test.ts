import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { parse as parseToml } from "smol-toml";
import { describe, expect, it } from "vitest";
import { parse as parseYaml } from "yaml";
import { readArchive, SKILL_ARCHIVE_LIMITS } from "@/lib/package";
import { checkSkill, CONVERSION_TARGETS, type ConversionTarget } from "@/lib/skill-format";
import type { ConversionSource } from "./conversion-source";
import { convertSkill, findConversionObstacle, writeConvertedArchive } from "./convert-skill";
import { wellFormed } from "./literals/escape-hidden";
import { withoutLoadCommands } from "./targets/claude-code-agent-skill";
import { hostileText } from "./testing/hostile-text";
import { catalogueSource, hostileManifest, smallSource } from "./testing/sources";

const RUNS = { numRuns: 40 };
const SKILL_FOLDER_TARGETS: Partial<Record<ConversionTarget, string>> = {
  OpenClaw: "",
  ClaudeCodeAgentSkill: "",
  Cursor: "",
  CodexCLI: "",
  GeminiCLI: "skills/small-skill/",
};
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const small = smallSource({}, { "references/guide.md": "# Guide\r\n", "data.bin": "\u0000\u0001" });

function textsOf(source: ConversionSource, target: ConversionTarget): Map<string, string> {
  return new Map(convertSkill(source, target).files.map(({ path, bytes }) => [path, decoder.decode(bytes)]));
}

const hostile = hostileManifest.map((changes) => ({
  ...small,
  version: "1.0",
  manifest: { ...small.manifest, ...changes },
}));

describe.each(CONVERSION_TARGETS)("a package for %s", (target) => {
  it("carries the skill's own files with every byte as published, and says where", () => {
    const { files } = convertSkill(small, target);
    const manifest = files.find(({ path }) => path.endsWith("manifest.json"));
    const listed = JSON.parse(decoder.decode(manifest?.bytes)) as {
      files: { path: string; lies_at: string }[];
    };
    expect(listed.files.map((each) => each.path).sort()).toEqual(small.files.map(({ path }) => path).sort());
    for (const { path, lies_at } of listed.files) {
      const published = small.files.find((file) => file.path === path);
      expect(files.find((file) => file.path === lies_at)?.bytes).toEqual(published?.bytes);
    }
  });

  it("says in INSTALL.md how it is installed", () => {
    const note = [...textsOf(small, target)].find(([path]) => path.endsWith("INSTALL.md"))?.[1];
    expect(note).toContain("## Install\n\n1. ");
    expect(note).toContain(small.packageDigest);
  });

  it("is the same every time, and an archive every reader accepts", async () => {
    const archive = await writeConvertedArchive(convertSkill(small, target));
    expect(await writeConvertedArchive(convertSkill(small, target))).toEqual(archive);
    const paths = convertSkill(small, target).files.map(({ path }) => path);
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
  });

  it("is made whatever names the skill's own files have", async () => {
    const awkward = smallSource(
      {},
      {
        "emporion/x.txt": "x",
        "Emporion-2/x.txt": "x",
        "AGENTS/openai.yaml": "x",
        "README.md": "x",
        "manifest.json": "x",
        "run.sh": "x",
        "gemini-extension.json": "x",
        [`deep/${"x".repeat(190)}`]: "x",
      },
    );
    expect((await writeConvertedArchive(convertSkill(awkward, target))).length).toBeGreaterThan(1_000);
  });

  it("is refused with a reason where the conditions do not hold", () => {
    const refused = (changes: Record<string, string>) =>
      findConversionObstacle(smallSource(changes), target) ?? "none";
    expect(refused({ spec: "usk/2.0" })).toContain("v3");
    expect(refused({ permissions: "{filesystem: true}" })).toContain("filesystem");
    expect(refused({ platform_compatibility: "[Toaster]" })).toContain(target);
    expect(refused({ name: "Not Kebab" })).toContain("name");
    expect(refused({ interface: "{type: cli, entry_point: gone.py, call_pattern: stdin_stdout}" })).toContain(
      "entry point",
    );
    expect(refused({})).toBe("none");
    expect(() => convertSkill(smallSource({ spec: "usk/2.0" }), target)).toThrow(RangeError);
  });

  it("has data files that parse, whatever the skill says", () => {
    fc.assert(
      fc.property(hostile, (source) => {
        for (const [path, text] of textsOf(source, target)) {
          if (path.endsWith(".json")) JSON.parse(text);
          if (path.endsWith(".toml")) parseToml(text);
          if (path.endsWith(".yaml")) parseYaml(text);
        }
      }),
      RUNS,
    );
  });

  it("has Python that is the same for every skill", () => {
    const code = (source: ConversionSource) =>
      [...textsOf(source, target)].filter(([path]) => path.endsWith(".py") && !path.includes("main.py"));
    const plain = code(small);
    for (const [, text] of plain)
      execFileSync("python3", ["-c", "import sys; compile(sys.stdin.read(), 'wrapper', 'exec')"], {
        input: text,
      });
    fc.assert(
      fc.property(hostile, (source) => {
        expect(code(source)).toEqual(plain);
      }),
      RUNS,
    );
  });
});

it("a name that is no plain name is refused, so that it stands nowhere", () => {
  fc.assert(
    fc.property(hostileText, (slug) => {
      const obstacle = findConversionObstacle({ ...small, manifest: { ...small.manifest, slug } }, "Cursor");
      expect(obstacle === null).toBe(/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug));
    }),
  );
});

it("an entry point outside of the package is refused", () => {
  const manifest = {
    ...small.manifest,
    invocation: { ...small.manifest.invocation, entryPoint: "../main.py" },
  };
  expect(findConversionObstacle({ ...small, manifest }, "Cursor")).toContain("entry point");
});

describe("run.sh", () => {
  it("is valid bash that keeps every text of the skill one word", () => {
    const texts = fc.sample(fc.tuple(hostileText, fc.array(hostileText, { maxLength: 2 })), 10);
    for (const [entryPoint, envVars] of texts) {
      const { manifest } = small;
      const source = {
        ...small,
        files: [
          ...small.files,
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
      execFileSync("bash", ["-n"], { input: script });
      const assignment = /^entry_point=[^]*?(?=\ntime_limit=)/m.exec(script)?.[0] ?? "";
      const shown = execFileSync("bash", ["-c", `${assignment}\nprintf %s "$entry_point"`]).toString("utf8");
      expect(shown).toBe(source.manifest.invocation.entryPoint.replace(/^\.\//, ""));
    }
  });
});

describe.each(Object.entries(SKILL_FOLDER_TARGETS))("SKILL.md for %s", (target, prefix) => {
  const skillMd = (source: ConversionSource) =>
    textsOf(source, target as ConversionTarget).get(`${prefix}SKILL.md`) ?? "";

  it("has a front matter with the skill's texts and nothing else, however they are written", () => {
    fc.assert(
      fc.property(hostile, (source) => {
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
      fc.property(hostile, (source) => {
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
    for (const source of [small, catalogueSource("json-diff"), catalogueSource("hangul-romanization")]) {
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
      fc.property(hostile, (source) => {
        expect(command(source)).toBe(command(small));
      }),
      RUNS,
    );
  });

  it("is not in Gemini's prompt", () => {
    const prompt = (source: ConversionSource) =>
      parseToml(textsOf(source, "GeminiCLI").get("commands/small-skill.toml") ?? "")["prompt"];
    fc.assert(
      fc.property(hostile, (source) => {
        expect(prompt(source)).toBe(prompt(small));
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
    expect(command("{}")).toContain("allowed-tools");
    for (const permission of ["network: true", "subprocess: true", "env_vars: [API_KEY]"])
      expect(command(`{${permission}}`)).not.toContain("allowed-tools");
  });
});

it("a description beyond the platform's limit is cut, and INSTALL.md says so", () => {
  const source = smallSource({ description: "x".repeat(2000) });
  const files = textsOf(source, "Cursor");
  expect(files.get("SKILL.md")).toContain(`description: "${"x".repeat(1023)}…"`);
  expect(files.get("emporion/INSTALL.md")).toContain("is cut there");
});

it("a package too large to be stored is deflated", async () => {
  const source = smallSource({}, { "big.txt": "x".repeat(SKILL_ARCHIVE_LIMITS.maxArchiveBytes) });
  const archive = await writeConvertedArchive(convertSkill(source, "Cursor"));
  expect(archive.length).toBeLessThan(100_000);
  expect(readArchive(archive, SKILL_ARCHIVE_LIMITS).ok).toBe(true);
});

/** JSON of a value whose texts had half surrogate pairs replaced. */
function wellFormedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(/\\ud[89a-f][0-9a-f]{2}/gi, "\ufffd");
}
