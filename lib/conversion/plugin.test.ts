import { describe, expect, test } from "vitest";
import { assemblePackage, readZipFiles, writeArchive } from "@/lib/package";
import { packPlugin, type PluginContent } from "./plugin";

const bytesOf = (text: string) => Buffer.from(text);

function skill(name: string, file = "SKILL.md") {
  const front = `---\nname: ${name}\ndescription: Does ${name}.\nlicense: MIT\nhomepage: https://example.com/${name}\ntags: [one]\n---\nBody of ${name}.\n`;
  const { digest, files } = assemblePackage([
    { path: file, bytes: bytesOf(front) },
    { path: "scripts/run.sh", bytes: bytesOf("#!/bin/sh\n"), executable: true },
  ]);
  return { name, packageDigest: digest, archive: writeArchive(files, name), front };
}

async function pack(content: Omit<PluginContent, "skills">, skills: ReturnType<typeof skill>[]) {
  const archives = skills.map(({ archive }) => archive);
  const packed = await packPlugin({
    content: { ...content, skills: skills.map(({ name, packageDigest }) => ({ name, packageDigest })) },
    archives,
  });
  if (packed.kind !== "packed") return packed;
  const read = readZipFiles(packed.bytes);
  if (!read.ok) throw new Error(read.issue.message);
  return new Map(read.files.map((file) => [file.path, file]));
}
const textOf = (packed: Awaited<ReturnType<typeof pack>>, path: string) =>
  packed instanceof Map ? Buffer.from(packed.get(path)?.bytes ?? []).toString() : "";
const ONE = { name: "a-skill", version: "1.2.3", description: null };

describe("a plugin of one skill", () => {
  test("has the files as they were published, and says what its SKILL.md says", async () => {
    const given = skill("a-skill");
    const packed = await pack(ONE, [given]);
    expect(textOf(packed, "skills/a-skill/SKILL.md")).toBe(given.front);
    expect(packed instanceof Map && packed.get("skills/a-skill/scripts/run.sh")?.executable).toBe(true);
    expect(JSON.parse(textOf(packed, "plugin.json"))).toEqual({
      $schema: "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json",
      name: "a-skill",
      version: "1.2.3",
      description: "Does a-skill.",
      homepage: "https://example.com/a-skill",
      license: "MIT",
      keywords: ["one"],
    });
    const { $schema: _, ...shared } = JSON.parse(textOf(packed, "plugin.json")) as Record<string, unknown>;
    expect(JSON.parse(textOf(packed, ".claude-plugin/plugin.json"))).toEqual(shared);
  });

  test("of skill.md has SKILL.md, which clients look for", async () => {
    const packed = await pack(ONE, [skill("a-skill", "skill.md")]);
    expect(packed instanceof Map && [...packed.keys()]).toContain("skills/a-skill/SKILL.md");
  });

  test("is the same bytes each time", async () => {
    const given = skill("a-skill");
    const content = { ...ONE, skills: [{ name: given.name, packageDigest: given.packageDigest }] };
    const [first, second] = await Promise.all(
      [1, 2].map(() => packPlugin({ content, archives: [given.archive] })),
    );
    expect(first).toEqual(second);
  });
});

test("a plugin of several has each in its folder, and says what it is told to", async () => {
  const set = { name: "a-set", version: "2.0.0", description: "Two skills." };
  const packed = await pack(set, [skill("first"), skill("second")]);
  expect(JSON.parse(textOf(packed, "plugin.json"))).toMatchObject(set);
  expect(textOf(packed, "skills/second/SKILL.md")).toContain("Body of second.");
});

test("an archive that is not the package it is stored as makes no plugin", async () => {
  const [first, second] = [skill("first"), skill("second")];
  const given = [first, { ...second, archive: first.archive }];
  expect(await pack({ name: "a-set", version: "1.0.0", description: "" }, given)).toEqual({
    kind: "corrupt",
    name: "second",
  });
});
