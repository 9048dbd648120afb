import { describe, expect, test } from "vitest";
import { call, expectProblem, type Answer, type Call } from "@/api/testing/client";
import { makeKeyHolder } from "@/api/testing/keys";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import { writeArchive } from "@/lib/package";
import type { Report } from "@/lib/skill-format";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();

const VALIDATE = "/v1/validate";
const USK = `---
spec: usk/1.0
name: word-count
version: 1.0.0
description: Counts the words of a text
interface: { type: cli, entry_point: main.py, runtime: python3, call_pattern: stdin_stdout }
input_schema: { type: object, properties: { text: { type: string, description: The text } }, required: [text] }
output_schema: { type: object, properties: { words: { type: integer, description: How many } }, required: [words] }
capabilities: [text_statistics]
permissions: { network: false, filesystem: false, subprocess: false }
platform_compatibility: [any]
license: MIT
---

# Count words
`;
const encoder = new TextEncoder();
let callers = 0;

/** Each call from an address of its own, so that no test spends another one's share. */
const validate = (given: Call, query = "") =>
  call("POST", VALIDATE + query, { remoteAddress: `198.51.100.${++callers}`, ...given });
const text = (body: string | Uint8Array<ArrayBuffer>, type = "text/markdown; charset=utf-8"): Call => ({
  body,
  headers: { "content-type": type },
});
const reportOf = (answer: Answer, dialect: string) =>
  (answer.body["reports"] as (Report & { blocking: boolean })[]).find((report) => report.dialect === dialect);

function archive(files: Record<string, string>, root?: string): FormData {
  const entries = Object.entries(files).map(([path, content]) => ({ path, bytes: encoder.encode(content) }));
  const form = new FormData();
  form.set("skill_file", new File([Uint8Array.from(writeArchive(entries, root))], "x.skill"));
  return form;
}

describe("200", () => {
  test("what would make a refused package an accepted one comes with the fixes, where they are asked for", async () => {
    const files = {
      "repo/README.md": "x",
      "repo/a/SKILL.md": "---\nname: Word Count\ndescription: Words: counts.\n---\n",
    };
    const { status, body } = await validate({ body: archive(files) }, "?fixes=true");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      valid: false,
      proposal: {
        steps: ["move-root", "quote-value", "name-value"],
        moves: [
          { from: "repo/README.md", to: null },
          { from: "repo/a/SKILL.md", to: "SKILL.md" },
        ],
        edits: [{ line: 2, added: ["name: word-count", 'description: "Words: counts."'] }],
        obstacles: [],
        status: "approved",
      },
    });
    expect(await validate({ body: archive(files) })).toMatchObject({
      status: 400,
      body: { error_code: "SKILL_MD_MISSING" },
    });
    const accepted = await validate({ json: { skill_md: USK, files: { "main.py": "" } } }, "?fixes=true");
    expect(accepted.body).toMatchObject({ valid: true, fixes: [] });
    expect(accepted.body).not.toHaveProperty("proposal");
  });

  test("a valid skill: verdicts, decision and manifest, the same from text, JSON and archive", async () => {
    const answers = [
      await validate({ json: { skill_md: USK, files: { "main.py": "print(1)\n" } } }),
      await validate({ body: archive({ "SKILL.md": USK, "main.py": "print(1)\n" }) }),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toMatchObject({
        valid: true,
        decision: { status: "approved", spec: "v3", auto_convert: true, reasons: [] },
        dialects: { declared: [], detected: ["usk", "agent-skills"] },
        manifest: { slug: "word-count", version: { raw: "1.0.0", scheme: "semver" } },
        files: [{ path: "SKILL.md" }, { path: "main.py", size_bytes: 9 }],
        skill_md: USK,
      });
      expect((body["reports"] as Report[]).map(({ dialect }) => dialect)).toEqual([
        "usk",
        "agent-skills",
        "agent-skills-upstream",
      ]);
    }
    const bare = await validate(text(USK));
    expect(reportOf(bare, "usk")).toMatchObject({
      valid: false,
      issues: [expect.objectContaining({ code: "FILE_NOT_FOUND", path: "interface.entry_point" })],
    });
  });

  test("issues name severity, code, path and line, and only reports that stop an upload are blocking", async () => {
    const skillMd = "---\nname: a-b\ndescription: Does it.\npricing:\n  price_lamports: 1.5\n---\n";
    const answer = await validate(text(skillMd, "text/plain"));
    expect(answer.body).toMatchObject({ valid: false, decision: { status: "rejected" } });
    expect(reportOf(answer, "exo")).toMatchObject({ valid: false, blocking: true });
    expect(reportOf(answer, "exo")?.issues).toContainEqual(
      expect.objectContaining({ dialect: "exo", severity: "error", path: "pricing.price_lamports", line: 5 }),
    );
    expect(reportOf(answer, "agent-skills-upstream")).toMatchObject({ valid: false, blocking: false });
  });

  test("broken front matter and text that is not UTF-8 are reports, not failures", async () => {
    const broken = await validate(text("---\nname: [\n---\n"));
    expect([broken.status, broken.body["valid"]]).toEqual([200, false]);
    expect(JSON.stringify(broken.body["reports"])).toContain("FRONTMATTER_INVALID_YAML");
    const latin = await validate(text(Uint8Array.from(Buffer.from("---\nname: caf\xe9\n---\n", "latin1"))));
    expect(JSON.stringify(latin.body["reports"])).toContain("ENCODING_INVALID");
  });

  test("what the store cannot keep is refused here as it would be there", async () => {
    const { body } = await validate(text(`---\nname: ${"a".repeat(300)}\ndescription: Does it.\n---\n`));
    expect(body).toMatchObject({ valid: false, decision: { status: "rejected" } });
  });

  test("dialects asked for are the only ones checked, by query and by member", async () => {
    for (const answer of [
      await validate(text(USK), "?dialects=vibelife"),
      await validate({ json: { skill_md: USK, dialects: ["vibelife"] } }),
    ]) {
      expect(answer.body).toMatchObject({
        dialects: { declared: ["vibelife"] },
        reports: [{ dialect: "vibelife" }],
      });
    }
  });

  test("the directory of an archive is compared with the name", async () => {
    const skillMd = "---\nname: a-b\ndescription: Does it.\n---\n";
    const answer = await validate({ body: archive({ "SKILL.md": skillMd }, "other") });
    expect(JSON.stringify(answer.body["reports"])).toContain("NAME_DIR_MISMATCH");
  });

  test("nothing is stored", async () => {
    const before = await database().skillVersion.count();
    await validate(text(USK));
    expect(await database().skillVersion.count()).toBe(before);
    expect(await database().vettingJob.count()).toBe(0);
  });
});

describe("what cannot be checked", () => {
  const json = { "content-type": "application/json" };
  const file = (name: string, content: string) => {
    const form = new FormData();
    form.set("skill_file", new File([content], name));
    return form;
  };
  test.each<[number, string, string, Call]>([
    [400, "SKILL_MD_MISSING", "an empty text", text("")],
    [400, "SKILL_MD_MISSING", "no skill_md", { json: {} }],
    [400, "SKILL_MD_MISSING", "an archive without SKILL.md", { body: archive({ "a.txt": "x" }) }],
    [400, "FILE_MISSING", "a form without file", { body: new FormData() }],
    [400, "FILE_INVALID_TYPE", "no archive", { body: file("x.skill", "not a zip") }],
    [400, "PATH_INVALID", "a path out of the package", { json: { skill_md: USK, files: { "../x": "" } } }],
    [400, "BASE64_DECODE_FAILED", "bad base64", { json: { skill_md: USK, base64_files: { a: "*" } } }],
    [400, "REQUEST_INVALID", "an unknown dialect", { json: { skill_md: USK, dialects: ["cobol"] } }],
    [400, "REQUEST_INVALID", "malformed JSON", { body: "{", headers: json }],
    [413, "CONTENT_TOO_LARGE", "a text above 5 MiB", text("x".repeat(5 * 1024 * 1024 + 1))],
    [
      413,
      "CONTENT_TOO_LARGE",
      "a declared length",
      { body: "{}", headers: { ...json, "content-length": "13000000" } },
    ],
    [415, "CONTENT_TYPE_INVALID", "YAML", text("a: b", "application/yaml")],
    [401, "AUTH_FAILED", "a key that does not work", { ...text(USK), key: "sk_wrong" }],
  ])("%i %s: %s", async (status, code, _name, given) => {
    expectProblem(await validate(given), status, code);
  });

  test("429 RATE_LIMITED, before the body is read, sooner for large bodies; with a key the account is counted", async () => {
    const address = "198.51.100.250";
    const ask = (sizeBytes: number, given: Call = {}) =>
      validate({
        ...text(USK),
        headers: { "content-type": "text/markdown", "content-length": String(sizeBytes) },
        remoteAddress: address,
        ...given,
      });
    const large = { name: "validate-large", points: 30, durationSeconds: 60 };
    for (let i = 0; i < large.points; i++) await consumeRateLimit(large, address);
    const refused = await ask(70_000);
    expectProblem(refused, 429, "RATE_LIMITED");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const allowed = await ask(USK.length);
    expect(allowed.status).toBe(200);
    expect(allowed.headers.get("ratelimit-limit")).toBe("240");
    const { key } = await makeKeyHolder();
    expect((await ask(70_000, { key })).status).toBe(200);
  });
});
