import { describe, expect, test } from "vitest";
import { writeArchive } from "@/lib/package";
import { readPackageForm } from "./read-package-form";

const SKILL_MD = "---\nname: a-b\ndescription: Does it.\n---\n";
const SKILL_FILE = { "SKILL.md": Buffer.from(SKILL_MD).toString("base64") };
const ARCHIVE = Uint8Array.from(writeArchive([{ path: "SKILL.md", bytes: Buffer.from(SKILL_MD) }], "a-b"));

function form(parts: Record<string, string | File>): FormData {
  const data = new FormData();
  for (const [name, part] of Object.entries(parts)) data.set(name, part);
  return data;
}
const folder = (value: unknown) => form({ package_json: JSON.stringify(value) });

describe("what a form can hold", () => {
  test.each([
    [
      "an archive, which goes before the text",
      form({ skill_file: new File([ARCHIVE], "a.skill"), skill_md: "x" }),
    ],
    ["a SKILL.md as a file", form({ skill_file: new File([SKILL_MD], "SKILL.md") })],
    ["a folder as JSON", folder({ base64_files: { ...SKILL_FILE, "a.txt": "eA==" } })],
    [
      "a text, with the empty file field browsers send",
      form({ skill_file: new File([], ""), skill_md: SKILL_MD }),
    ],
  ])("%s", async (_name, data) => {
    const reading = await readPackageForm(data);
    const paths = reading.ok ? reading.package.files.map(({ path }) => path) : reading;
    expect(paths).toContain("SKILL.md");
  });
});

test.each([
  ["FILE_MISSING", form({ skill_md: "  " })],
  ["FILE_INVALID_TYPE", form({ skill_file: new File(["no archive"], "x.skill") })],
  ["CONTENT_TOO_LARGE", form({ skill_file: new File([new Uint8Array(5 * 1024 * 1024 + 1)], "x.skill") })],
  ["CONTENT_TOO_LARGE", form({ package_json: "x".repeat(8 * 1024 * 1024 + 1) })],
  ["REQUEST_INVALID", form({ package_json: "{" })],
  ["PATH_INVALID", folder({ base64_files: { ...SKILL_FILE, "../x": "" } })],
])("%s", async (code, data) => {
  expect(await readPackageForm(data)).toMatchObject({ ok: false, code });
});

test.each([
  ["the archive", form({ skill_file: new File([ARCHIVE], "a.skill") }), "a.skill"],
  [
    "the folder",
    form({ package_json: JSON.stringify({ base64_files: SKILL_FILE }), package_name: "my-skill" }),
    "my-skill",
  ],
  ["no folder", folder({ base64_files: SKILL_FILE }), null],
])("what was chosen keeps its name: %s", async (_name, data, fileName) => {
  expect(await readPackageForm(data)).toMatchObject({ ok: true, fileName });
});

test("a pasted text has the line ends it had before the browser sent it", async () => {
  const reading = await readPackageForm(form({ skill_md: SKILL_MD.replaceAll("\n", "\r\n") }));
  const bytes = reading.ok ? reading.package.files[0]?.bytes : undefined;
  expect(new TextDecoder().decode(bytes)).toBe(SKILL_MD);
});
