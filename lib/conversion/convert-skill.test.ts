import fc from "fast-check";
import { parse as parseToml } from "smol-toml";
import { describe, expect, it } from "vitest";
import { parse as parseYaml } from "yaml";
import { readArchive, SKILL_ARCHIVE_LIMITS } from "@/lib/package";
import { CONVERSION_TARGETS } from "@/lib/skill-format";
import { runOverHostileText } from "@/lib/testing/run-over-hostile-text";
import type { ConversionSource } from "./conversion-source";
import { convertSkill, findConversionObstacle, writeConvertedArchive } from "./convert-skill";
import { hostileSources, RUNS, SMALL, textsOf } from "./testing/converted";
import { hostileText } from "./testing/hostile-text";
import { smallSource } from "./testing/sources";

describe.each(CONVERSION_TARGETS)("a package for %s", (target) => {
  it("carries the skill's own files with every byte as published, and says where", () => {
    const { files } = convertSkill(SMALL, target);
    const [, manifest = ""] =
      [...textsOf(SMALL, target)].find(([path]) => path.endsWith("manifest.json")) ?? [];
    const listed = JSON.parse(manifest) as { files: { path: string; lies_at: string }[] };
    expect(listed.files.map((each) => each.path).sort()).toEqual(SMALL.files.map(({ path }) => path).sort());
    for (const { path, lies_at } of listed.files) {
      const published = SMALL.files.find((file) => file.path === path);
      expect(files.find((file) => file.path === lies_at)?.bytes).toEqual(published?.bytes);
    }
  });

  it("says in INSTALL.md how it is installed", () => {
    const note = [...textsOf(SMALL, target)].find(([path]) => path.endsWith("INSTALL.md"))?.[1];
    expect(note).toContain("## Install\n\n1. ");
    expect(note).toContain(SMALL.packageDigest);
  });

  it("is the same every time, and an archive every reader accepts", async () => {
    const archive = await writeConvertedArchive(convertSkill(SMALL, target));
    expect(await writeConvertedArchive(convertSkill(SMALL, target))).toEqual(archive);
    const paths = convertSkill(SMALL, target).files.map(({ path }) => path);
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
      fc.property(hostileSources, (source) => {
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
    const plain = code(SMALL);
    for (const [, text] of plain)
      expect(
        runOverHostileText("python3", ["-c", "import sys; compile(sys.stdin.read(), 'w', 'exec')"], text),
      ).toMatchObject({ status: 0 });
    fc.assert(
      fc.property(hostileSources, (source) => {
        expect(code(source)).toEqual(plain);
      }),
      RUNS,
    );
  });
});

it("a name that is no plain name is refused, so that it stands nowhere", () => {
  fc.assert(
    fc.property(hostileText, (slug) => {
      const obstacle = findConversionObstacle({ ...SMALL, manifest: { ...SMALL.manifest, slug } }, "Cursor");
      expect(obstacle === null).toBe(/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug));
    }),
  );
});

it("an entry point outside of the package is refused", () => {
  const manifest = {
    ...SMALL.manifest,
    invocation: { ...SMALL.manifest.invocation, entryPoint: "../main.py" },
  };
  expect(findConversionObstacle({ ...SMALL, manifest }, "Cursor")).toContain("entry point");
});

it("a package too large to be stored is deflated", async () => {
  const source = smallSource({}, { "big.txt": "x".repeat(SKILL_ARCHIVE_LIMITS.maxArchiveBytes) });
  const archive = await writeConvertedArchive(convertSkill(source, "Cursor"));
  expect(archive.length).toBeLessThan(100_000);
  expect(readArchive(archive, SKILL_ARCHIVE_LIMITS).ok).toBe(true);
});
