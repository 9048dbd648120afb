import { beforeAll, describe, expect, test } from "vitest";
import { call } from "@/api/testing/client";
import { makeKeyHolder } from "@/api/testing/keys";
import { SKILL } from "@/lib/package/testing/archive-recipes";
import { REFUSED_PATHS } from "@/lib/package/testing/named-paths";
import { buildZip } from "@/lib/package/testing/zip-builder";
import { readPackageForm } from "@/lib/publishing/read-package-form";
import { testBlobStore } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
testBlobStore();

let key: string;
beforeAll(async () => {
  ({ key } = await makeKeyHolder());
});

const text = String(SKILL.data);
const base64 = (written: string) => Buffer.from(written).toString("base64");

/** A form as the market's pages and clients send one. */
function form(fields: Record<string, string | File>): FormData {
  const made = new FormData();
  for (const [name, value] of Object.entries(fields)) made.set(name, value);
  return made;
}
const archive = (path: string) =>
  new File([Uint8Array.from(buildZip([SKILL, { name: path, data: "x" }]))], "a.skill");

/** Each way in that a stranger has, and what it says of a package with a file of this path. */
const WAYS: readonly (readonly [way: string, ask: (path: string) => Promise<unknown>])[] = [
  [
    "an archive",
    async (path) =>
      (await call("POST", "/v1/skills/upload", { key, body: form({ skill_file: archive(path) }) })).body,
  ],
  [
    "JSON",
    async (path) =>
      (await call("POST", "/v1/skills/upload", { key, json: { skill_md: text, files: { [path]: "x" } } }))
        .body,
  ],
  [
    "JSON with bytes",
    async (path) =>
      (
        await call("POST", "/v1/skills/upload", {
          key,
          json: { skill_md: text, base64_files: { [path]: base64("x") } },
        })
      ).body,
  ],
  [
    "an agent's draft",
    async (path) =>
      (
        await call("POST", "/v1/drafts/upload", {
          json: { skill_md: text, files: { [path]: "x" }, author_agent: { name: "a", provider: "b" } },
        })
      ).body,
  ],
  [
    "a check of a folder",
    async (path) =>
      (
        await call("POST", "/v1/validate", {
          json: { folder: "a", base64_files: { "SKILL.md": base64(text), [path]: base64("x") } },
        })
      ).body,
  ],
  [
    "a check of an archive",
    async (path) => (await call("POST", "/v1/validate", { body: form({ skill_file: archive(path) }) })).body,
  ],
  ["the page, an archive", (path) => readPackageForm(form({ skill_file: archive(path) }))],
  [
    "the page, a folder",
    (path) =>
      readPackageForm(
        form({
          package_json: JSON.stringify({ base64_files: { "SKILL.md": base64(text), [path]: base64("x") } }),
          package_name: "a",
        }),
      ),
  ],
  [
    "a file of the clawhub client",
    async (path) => {
      const json = { path, size: 1, sha256: "0".repeat(64), contentType: "text/plain" };
      const { status, bytes } = await call("POST", "/api/v1/skills/-/upload-url", {
        json,
        headers: { authorization: `Bearer ${key}` },
      });
      return { status, said: new TextDecoder().decode(bytes) };
    },
  ],
];

/** One of each kind of tool and of spelling; the table is gone through door by door in lib/package. */
const PATHS = REFUSED_PATHS.filter(
  ([tool], at) => REFUSED_PATHS.findIndex(([other]) => other === tool) === at,
).map(([, path]) => path);

describe.each(WAYS)("%s", (_, ask) => {
  test("is refused for a name that tools read on sight, with the path and the reason", async () => {
    const count = () => Promise.all([database().skillVersion.count(), database().uploadTicket.count()]);
    const before = await count();
    for (const path of PATHS.slice(0, 12)) {
      const said = JSON.stringify(await ask(path));
      expect(said).toContain("is not allowed");
      expect(said).toContain(path.split("/").at(-1));
    }
    expect(await count()).toEqual(before);
  });

  test("is taken with harmless names", async () => {
    for (const path of [".gitignore", "assets/.env.example"])
      expect(JSON.stringify(await ask(path))).not.toContain("is not allowed");
  });
});
