import { writeArchive } from "@/lib/package";
import { expect, person, test } from "./fixtures";
import { sampleSkillMd } from "./sample-skill";

const encoder = new TextEncoder();

/** A small working skill under a name of its own. */
function skillArchive(name: string, version = "1.0.0"): Buffer {
  const skillMd = sampleSkillMd(name, version);
  const main = `import json, sys\njson.dump({"words": len(json.load(sys.stdin)["text"].split())}, sys.stdout)\n`;
  const files = [
    { path: "SKILL.md", bytes: encoder.encode(skillMd) },
    { path: "main.py", bytes: encoder.encode(main) },
  ];
  return Buffer.from(writeArchive(files, name));
}

test("a creator publishes on the page, watches vetting, and the skill is listed", async ({
  page,
  signIn,
}) => {
  const name = `word-count-${Date.now()}`;
  await signIn(page, person("publishes on the page"), "/publish");
  await page
    .getByLabel(/^Package/)
    .setInputFiles({ name: `${name}.skill`, mimeType: "application/zip", buffer: skillArchive(name) });
  await page.getByRole("button", { name: "Upload and vet" }).click();
  await expect(page.getByText("Approved and listed.")).toBeVisible({ timeout: 20_000 });
  await page.getByRole("link", { name: "Open its page" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
});

test("a refused upload says why and stores nothing", async ({ page, signIn }) => {
  await signIn(page, person("uploads nonsense"), "/publish");
  await page.getByLabel(/^Package/).setInputFiles({
    name: "x.skill",
    mimeType: "application/zip",
    buffer: Buffer.from("this is no archive"),
  });
  await page.getByRole("button", { name: "Upload and vet" }).click();
  await expect(page.getByRole("alert").getByText("FILE_INVALID_TYPE")).toBeVisible();
  await expect(page.getByText("Nothing was stored.")).toBeVisible();
});

test("an agent publishes with an API key and polls its vetting", async ({ page, request, signIn }) => {
  const name = `agent-count-${Date.now()}`;
  await signIn(page, person("gives its agent a key"), "/keys");
  await page.getByLabel(/^Name/).fill("my agent");
  await page.getByRole("button", { name: "Create key" }).click();
  const key = (await page.getByTestId("new-key").textContent())?.trim() ?? "";

  const uploaded = await request.post("/v1/skills/upload", {
    headers: { "x-api-key": key, "x-agent-author": "claude-sonnet-4-6@anthropic" },
    multipart: {
      skill_file: { name: `${name}.skill`, mimeType: "application/zip", buffer: skillArchive(name) },
    },
  });
  expect(uploaded.ok()).toBe(true);
  const { poll_url } = (await uploaded.json()) as { poll_url: string };
  await expect
    .poll(
      async () => (await (await request.get(poll_url, { headers: { "x-api-key": key } })).json()) as object,
      { timeout: 20_000 },
    )
    .toMatchObject({ is_done: true, vetting_status: "approved" });

  const download = await request.get(`/v1/agent/skills/${name}/download`);
  expect(download.headers()).toMatchObject({
    "x-skill-trust": "community",
    "x-skill-claim-status": "registered",
    "x-skill-verified": "false",
  });
  await page.goto(`/skills/${name}`);
  await expect(page.getByText("by Claude Sonnet 4.6")).toBeVisible();
});
