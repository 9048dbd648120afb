import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { writeArchive } from "@/lib/package";
import { expect, person, test } from "./fixtures";
import { sampleSkillMd } from "./sample-skill";
import { verdicts } from "./verdicts";

const skillMd = (version?: string) => sampleSkillMd("word-count", version);
const INSTRUCTIONS =
  "---\nname: tidy-notes\ndescription: Tidies notes. Use when notes are a mess.\n---\n\n# Tidy\n";
const LONG = INSTRUCTIONS + "One more line.\n\n".repeat(120);
const FILES = { "SKILL.md": skillMd(), "main.py": "print('{}')\n" };

function archive(files: Record<string, string> = FILES) {
  const entries = Object.entries(files).map(([name, text]) => ({ path: name, bytes: Buffer.from(text) }));
  return {
    name: "word-count.skill",
    mimeType: "application/zip",
    buffer: Buffer.from(writeArchive(entries, "word-count")),
  };
}

test("verdicts follow what is typed, and the cursor stays in the text", async ({ page }) => {
  await page.goto("/validate");
  const text = page.getByRole("textbox", { name: /^SKILL\.md/ });
  await text.fill("---\nname: Tidy Notes\ndescription: Tidies.\n---\n");
  await expect(verdicts(page).getByText("An upload would be refused.")).toBeVisible();
  await text.fill(INSTRUCTIONS);
  await expect(verdicts(page).getByText("An upload would be accepted.")).toBeVisible();
  await expect(page.getByText("VibeLife V9")).toBeVisible();
  await expect(page.getByText("not used").first()).toBeVisible();
  await text.fill(skillMd());
  await expect(page.getByText("For information: uploads need not follow these rules")).toBeVisible();
  await expect(page.locator("details", { hasText: "reference rules" }).locator(".pill")).toHaveText(
    /objections?$/,
  );
  await expect(text).toBeFocused();
});

test("beside a long text the verdicts stay in sight", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/validate");
  const text = page.getByRole("textbox", { name: /^SKILL\.md/ });
  await text.fill(LONG);
  const verdict = verdicts(page).getByText("An upload would be accepted.");
  await expect(verdict).toBeVisible();
  await page.evaluate(() => scrollTo(0, 1_600));
  await expect(verdict).toBeInViewport();
});

test("on a phone what the verdicts come to stands above a long text, and leads to them", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/validate");
  await page
    .getByLabel(/^Package/)
    .setInputFiles({ name: "SKILL.md", mimeType: "text/markdown", buffer: Buffer.from(LONG) });
  await expect(verdicts(page).getByText("An upload would be accepted.")).toBeVisible();
  await page.evaluate(() => scrollTo(0, 0));
  await expect(verdicts(page)).not.toBeInViewport();
  const short = page.locator("form > div", {
    has: page.getByRole("link", { name: "What each dialect says" }),
  });
  await expect(short).toContainText("An upload would be accepted.");
  await expect(short).toBeInViewport();
  await short.getByRole("link", { name: "What each dialect says" }).click();
  await expect(verdicts(page)).toBeInViewport();

  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(short).toBeHidden();
});

test("whoever applies a fix with the keyboard is not thrown back to the top of the page", async ({
  page,
}) => {
  await page.goto("/validate");
  await page.getByRole("textbox", { name: /^SKILL\.md/ }).fill(skillMd("1.0"));
  await page.getByText("1 safe fix").click();
  await page.getByRole("button", { name: "Apply", exact: true }).press("Enter");
  await expect(page.getByText("1 safe fix")).toHaveCount(0);
  await expect(page.getByRole("radio", { name: "Edit" })).toBeFocused();
});

test("a newer text wins over an older one whose answer is late", async ({ page }) => {
  const asked: string[] = [];
  await page.route("**/v1/validate*", async (route) => {
    asked.push(route.request().postData() ?? "");
    // The first answer comes back long after the second was asked for.
    if (asked.length === 1) await new Promise((resolve) => setTimeout(resolve, 2_000));
    await route.continue().catch(() => undefined); // given up by then
  });
  await page.goto("/validate");
  const text = page.getByRole("textbox", { name: /^SKILL\.md/ });
  const givenUp = page.waitForEvent("requestfailed", (request) => request.url().includes("/v1/validate"));
  await text.fill("---\nname: Bad Name\ndescription: x\n---\n");
  await expect.poll(() => asked.length).toBe(1);
  await text.fill(INSTRUCTIONS);
  await givenUp;
  await expect(verdicts(page).getByText("An upload would be accepted.")).toBeVisible();
  await page.waitForTimeout(2_500);
  await expect(verdicts(page).getByText("An upload would be accepted.")).toBeVisible();
});

test("an issue leads to its line, and the line tells its issue", async ({ page }) => {
  await page.goto("/validate");
  const text = page.getByRole("textbox", { name: /^SKILL\.md/ });
  await text.fill(skillMd("one"));
  await page.getByRole("link", { name: "line 4" }).first().click();
  await expect(text).toBeFocused();
  const selected = () =>
    text.evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd));
  await expect.poll(selected).toBe("version: one");
  await page.getByRole("radio", { name: "Remarks" }).check();
  await expect(page.locator("#L4")).toContainText("version: one");
  await expect(page.locator("#L4 + p")).toContainText("Universal Skill Kit");
});

test("an archive and a folder are checked with all their files", async ({ page }) => {
  await page.goto("/validate");
  await page.getByLabel(/^Package/).setInputFiles(archive());
  await expect(verdicts(page).getByText("An upload would be accepted.")).toBeVisible();
  await expect(page.locator("#L3")).toContainText("name: word-count");

  await page.getByRole("button", { name: "Paste", exact: true }).click();
  await expect(page.getByText("Verdicts appear here")).toBeVisible();

  const folder = mkdtempSync(path.join(tmpdir(), "emporion-e2e-"));
  mkdirSync(path.join(folder, "word-count", ".git"), { recursive: true });
  for (const [name, text] of Object.entries({ ...FILES, ".git/config": "[core]" })) {
    writeFileSync(path.join(folder, "word-count", name), text);
  }
  await page.getByLabel("Folder").setInputFiles(path.join(folder, "word-count"));
  await expect(verdicts(page).getByText("An upload would be accepted.")).toBeVisible();
  await expect(page.getByText("SKILL.md main.py")).toBeVisible();
  rmSync(folder, { recursive: true });
});

test("a package that is dropped beside the file field is checked, and the page stays", async ({ page }) => {
  await page.goto("/validate");
  const { name, mimeType, buffer } = archive();
  const dropped = await page.evaluateHandle(
    ({ name: called, mimeType: type, bytes }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(bytes)], called, { type }));
      return transfer;
    },
    { name, mimeType, bytes: [...buffer] },
  );
  const box = page.getByLabel(/^Package/);
  await expect(page.getByRole("button", { name: "Paste", exact: true })).toBeVisible();
  await expect(async () => {
    await box.dispatchEvent("drop", { dataTransfer: dropped });
    await expect(page.locator("#L3")).toContainText("name: word-count", { timeout: 3_000 });
  }).toPass();
  await expect(verdicts(page).getByText("An upload would be accepted.")).toBeVisible();
  // It is what the form would send.
  expect(
    await page.getByLabel(/^Package/).evaluate((field: HTMLInputElement) => field.files?.[0]?.name),
  ).toBe(name);
});

test("a check that could not be made is made when the button is pressed", async ({ page }) => {
  await page.goto("/validate");
  await page.route("**/v1/validate*", (route) => route.abort());
  await page.getByRole("textbox", { name: /^SKILL\.md/ }).fill(INSTRUCTIONS);
  await expect(page.getByText("Not checked").first()).toBeVisible();
  await page.unroute("**/v1/validate*");
  await page.getByRole("button", { name: "Check" }).click();
  await expect(verdicts(page).getByText("An upload would be accepted.")).toBeVisible();
});

test("what is no package is refused with its code", async ({ page }) => {
  await page.goto("/validate");
  await page
    .getByLabel(/^Package/)
    .setInputFiles({ name: "x.skill", mimeType: "application/zip", buffer: Buffer.from("no archive") });
  await expect(page.getByText("FILE_INVALID_TYPE")).toBeVisible();
});

test("without scripts the form is sent and the page comes back with the verdicts", async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto("/validate");
  await page.getByRole("textbox", { name: /^SKILL\.md/ }).fill(skillMd("one"));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Check" }).click();
  await expect(verdicts(page).getByText("An upload would be refused.")).toBeInViewport();
  await page.getByRole("link", { name: "line 4" }).first().click();
  await expect(page.locator("#L4 + p")).toBeVisible();

  await page.goto("/ko/validate");
  await page.locator("#skill_file").setInputFiles(archive());
  await page.getByRole("button", { name: "검사", exact: true }).click();
  await expect(page.getByRole("region").getByText("업로드하면 받아들여집니다.")).toBeVisible();
  await context.close();
});

test("the publish form asks each dialect before anything is uploaded", async ({ page, signIn }) => {
  await signIn(page, person("checks before publishing"), "/publish");
  await page.getByRole("textbox", { name: /^SKILL\.md/ }).fill(skillMd("one"));
  await expect(verdicts(page).getByText("An upload would be refused.")).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Fix what is marked.")).toBeVisible();
  // A refusal is no new start: the text is there to be mended.
  await page.getByText("Edit", { exact: true }).click();
  await expect(page.getByRole("textbox", { name: /^SKILL\.md/ })).toHaveValue(skillMd("one"));
});

test("an agent gets the same reports over HTTP, without a key", async ({ request }) => {
  const answer = await request.post("/v1/validate", {
    headers: { "content-type": "text/markdown" },
    data: skillMd("one"),
  });
  expect(answer.status()).toBe(200);
  const body = (await answer.json()) as { valid: boolean; reports: { dialect: string; issues: object[] }[] };
  expect(body.valid).toBe(false);
  expect(body.reports.find(({ dialect }) => dialect === "usk")?.issues).toContainEqual(
    expect.objectContaining({ path: "version", line: 4 }),
  );
});

test("what is proposed is shown before and after, and stands in the text with one press", async ({
  page,
}) => {
  await page.goto("/validate");
  const text = page.getByRole("textbox", { name: /^SKILL\.md/ });
  await expect(text).toHaveAttribute("placeholder", /^Paste a SKILL\.md here/);
  await text.fill("---\nname: Tidy Notes\ndescription: Tidies notes: all of them.\n---\n# Tidy\n");
  const proposal = page.getByRole("region", { name: "What would make it acceptable" });
  await expect(proposal.getByRole("deletion").first()).toContainText("name: Tidy Notes");
  await proposal.getByRole("button", { name: "Use these proposals" }).click();
  await expect(text).toHaveValue(
    '---\nname: tidy-notes\ndescription: "Tidies notes: all of them."\n---\n# Tidy\n',
  );
  await expect(verdicts(page).getByText("An upload would be accepted.")).toBeVisible();
  await expect(proposal).toHaveCount(0);
  await text.fill("---\nname: 发票整理\ndescription: 整理发票，按月汇总。\n---\n");
  await expect(page.getByRole("region", { name: "No change is proposed" })).toContainText(
    "Write the name you want.",
  );
});

test("a template in the reader's language stands in the editor, and is accepted as it is", async ({
  page,
}) => {
  await page.goto("/ko/validate");
  const name = page.getByRole("textbox", { name: /^템플릿으로 시작/ });
  const accepted = page.getByRole("region", { name: "형식별 판정" }).getByText("업로드하면 받아들여집니다.");
  await name.fill("meeting-notes");
  await page.getByRole("button", { name: "지침만" }).click();
  await expect(page.locator("#skill_md")).toHaveValue(/^---\nname: meeting-notes\n[^]*[가-힣]/);
  await expect(accepted).toBeVisible();
  await page.getByRole("button", { name: "입력과 출력이 있는 스크립트" }).click();
  await expect(accepted).toBeVisible();
  await expect(page.getByText("scripts/main.py").first()).toBeVisible();
  await name.fill("회의록");
  await page.getByRole("button", { name: "지침만" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "라틴 소문자" })).toBeVisible();
});
