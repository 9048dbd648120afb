import { existsSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { readArchive } from "@/lib/package";
import { containing, skillMd, Workbench } from "../testing/run-cli";

const bench = new Workbench();

beforeAll(() => {
  bench.write({
    "any-folder/SKILL.md": skillMd("pdf", ["# mine", "version: 1.0", "tags: [a]", "license: MIT # free"]),
    "any-folder/scripts/run.sh": "#!/bin/sh\n",
    "any-folder/dialects/usk.yaml": "version: 1.0.0",
    "open/SKILL.md": skillMd("open", [
      "version: 1.0.0",
      "author: DgX9xEoN7RZGWevFVCy13JuzKsnmAx9B3VLfvoJxwqKn",
      "pricing: {model: per_call, price_lamports: 5000}",
      "runtime:",
      "  docker_image: exo-runtime-python-3.11",
      `  docker_image_hash: ${"a".repeat(64)}`,
      "  entrypoint: main.py",
      "io:",
      "  input_schema: # what it takes",
      "    type: object",
      "    properties: {}",
      "  output_schema: {type: object, properties: {}}",
    ]),
    "open/main.py": "",
  });
});

function readExport(name: string): { root: string | undefined; files: Map<string, string>; digest: string } {
  const read = readArchive(readFileSync(bench.at(name)));
  if (!read.ok) throw new Error(read.issue.message);
  const files = new Map(read.package.files.map((file) => [file.path, Buffer.from(file.bytes).toString()]));
  return { root: read.package.rootDirectory, files, digest: read.package.digest };
}

describe("export", () => {
  it("writes one format alone, and says what is not in it", async () => {
    const { code, stdout, stderr } = await bench.run("export any-folder --dialect agent-skills");
    expect(stderr).toBe("left out: version, tags\n");
    const { root, files, digest } = readExport("pdf-agent-skills.skill");
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `pdf-agent-skills.skill: files 2, bytes ${readFileSync(bench.at("pdf-agent-skills.skill")).length}\n${digest}\n`,
    });
    expect([root, ...files.keys()]).toEqual(["pdf", "SKILL.md", "scripts/run.sh"]);
    expect(files.get("SKILL.md")).toBe(skillMd("pdf", ["license: MIT # free"]));
  });

  it("lays the overlay on, takes an archive as well, and gives equal archives", async () => {
    expect((await bench.run("export any-folder --dialect usk --out one.skill")).code).toBe(0);
    expect(readExport("one.skill").files.get("SKILL.md")).toContain("# mine\nversion: 1.0.0\ntags: [a]\n");
    await bench.run("pack any-folder");
    expect((await bench.run("export pdf.skill --dialect usk --out two.skill")).code).toBe(0);
    expect(readFileSync(bench.at("two.skill")).equals(readFileSync(bench.at("one.skill")))).toBe(true);
  });

  it("keeps other keys under metadata for today's reference implementation, or drops them", async () => {
    const line = "export any-folder --dialect agent-skills-upstream";
    const kept = await bench.run(`${line} --out kept.skill`);
    expect(kept.stderr).toBe("kept under metadata: version, tags\n");
    expect(readExport("kept.skill").files.get("SKILL.md")).toContain(
      `metadata:\n  store.version: "1.0"\n  store.tags: '["a"]'\n`,
    );
    await bench.run(`${line} --drop-others --out dropped.skill`);
    expect(readExport("dropped.skill").files.get("SKILL.md")).not.toContain("store.");
    bench.write({ "again/pdf/SKILL.md": readExport("kept.skill").files.get("SKILL.md") ?? "" });
    expect(await bench.run("validate again/pdf --dialect agent-skills-upstream --strict")).toMatchObject({
      code: 0,
    });
  });

  it("closes an input schema only with consent", async () => {
    expect(await bench.run("export open --dialect exo")).toMatchObject({
      code: 1,
      stdout: "",
      stderr: containing("io.input_schema.additionalProperties: is missing; it must be false"),
    });
    expect(existsSync(bench.at("open-exo.skill"))).toBe(false);
    expect((await bench.run("export open --dialect exo --close-input")).code).toBe(0);
    expect(readExport("open-exo.skill").files.get("SKILL.md")).toContain(
      "  input_schema: # what it takes\n    additionalProperties: false\n    maxProperties: 20\n    type: object\n",
    );
  });

  it("says why a skill is not valid as a format, and overwrites nothing unless told to", async () => {
    expect(await bench.run("export any-folder --dialect metadata")).toMatchObject({
      code: 1,
      stdout: "",
      stderr: containing("cannot be exported as Skill Metadata v1.0\n  error    metadata     version: "),
    });
    const again = "export any-folder --dialect usk --out one.skill";
    expect(await bench.run(again)).toMatchObject({
      code: 3,
      stderr: "one.skill: already exists; --force replaces it\n",
    });
    expect((await bench.run(`${again} --force`)).code).toBe(0);
  });

  it.each([
    ["export any-folder", "--dialect is missing"],
    ["export any-folder --dialect toml", "--dialect is one of exo, "],
    ["export any-folder --dialect usk --drop-others", "--drop-others is not for this format"],
    ["export any-folder --dialect usk --close-input", "--close-input is not for this format"],
    ["export --dialect usk", "PATH is missing"],
  ])("%s makes no sense", async (line, message) => {
    expect(await bench.run(line)).toMatchObject({ code: 2, stderr: containing(message) });
  });
});
