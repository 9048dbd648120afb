import { writeArchive } from "@/lib/package";
import { objectionsInEveryView } from "./axe";
import { expect, person, test } from "./fixtures";
import { sampleSkillMd } from "./sample-skill";
import { installTestWallet, WALLET_NAME } from "./test-wallet";

const WRONG_FORM = '"one" is not a semantic version such as 1.0.0';

/** Counts words, and asks a server about them although it says that it needs no network. */
function undeclared(name: string): Buffer {
  const main = `import json, sys, urllib.request\ntext = json.load(sys.stdin)["text"]\nurllib.request.urlopen("https://words.example.com/count")\njson.dump({"words": len(text.split())}, sys.stdout)\n`;
  const files = { "SKILL.md": sampleSkillMd(name), "main.py": main };
  const entries = Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
  return Buffer.from(writeArchive(entries, name));
}

test("a check in Chinese says what each code means, then the exact English message", async ({ page }) => {
  await page.goto("/zh-Hans/validate");
  await page.getByRole("textbox", { name: /^SKILL\.md/ }).fill(sampleSkillMd("word-count", "one"));
  const verdicts = page.locator(".dialects");
  await expect(verdicts.getByText("version 的写法不符合规定。").first()).toBeVisible();
  await expect(verdicts.getByText(WRONG_FORM).first()).toHaveAttribute("lang", "en");
  await page.getByRole("radio", { name: "逐行意见" }).check();
  const remark = page.locator("#L4 + p");
  await expect(remark).toContainText("version 的写法不符合规定。");
  await expect(remark).toHaveAttribute("lang", "zh-Hans");
  expect(await objectionsInEveryView(page)).toEqual([]);
});

test("a check in English says the exact message alone", async ({ page }) => {
  await page.goto("/validate");
  await page.getByRole("textbox", { name: /^SKILL\.md/ }).fill(sampleSkillMd("word-count", "one"));
  const said = page.locator(".dialects li").filter({ hasText: WRONG_FORM }).first();
  await expect(said).toHaveText(/^version\s+"one" is not a semantic version such as 1\.0\.0\s*line 4$/);
});

test("without scripts the check in Korean says it too", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto("/ko/validate");
  await page.getByRole("textbox", { name: /^SKILL\.md/ }).fill(sampleSkillMd("word-count", "one"));
  await page.getByRole("button", { name: "검사", exact: true }).click();
  await expect(
    page.locator(".dialects").getByText("version 값이 정해진 표기와 다릅니다.").first(),
  ).toBeVisible();
  await expect(page.locator(".dialects").getByText(WRONG_FORM).first()).toHaveAttribute("lang", "en");
  await context.close();
});

test("a creator and an administrator read what vetting found in their languages", async ({
  browser,
  baseURL,
  page,
  signIn,
}) => {
  const name = `held-back-${Date.now()}`;
  const meaning = "代码使用了没有声明的权限";
  await signIn(page, person("publishes in Chinese"), "/publish");
  await page.goto("/zh-Hans/publish");
  await page
    .getByLabel(/^技能包/)
    .setInputFiles({ name: `${name}.skill`, mimeType: "application/zip", buffer: undeclared(name) });
  await expect(page.getByText("已检查", { exact: true })).toBeVisible(); // the button moves while the verdicts come
  await page.getByRole("button", { name: "继续" }).click();

  // The live check of the wizard: what is typed is answered in the language of the page.
  await page.getByRole("radio", { name: "编辑" }).check();
  await page.getByRole("textbox", { name: /^SKILL\.md/ }).fill(sampleSkillMd(name, "one"));
  await expect(page.locator(".dialects").getByText("version 的写法不符合规定。").first()).toBeVisible();
  await page.getByRole("textbox", { name: /^SKILL\.md/ }).fill(sampleSkillMd(name));
  await expect(page.locator(".dialects").getByText(WRONG_FORM)).toHaveCount(0);
  await page.getByRole("button", { name: "开始自动检查" }).click();

  const found = page.getByRole("listitem").filter({ hasText: "suspicious.undeclared_permission" });
  await expect(found.getByText(meaning)).toBeVisible();
  await expect(found.getByText("把该权限设为 true")).toBeVisible();
  await expect(found.locator('[lang="en"]')).toHaveCount(1);
  expect(await objectionsInEveryView(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("link", { name: "价格与上架方式" }).last().click();
  await page.getByRole("button", { name: "查看全部内容" }).click();
  await page.getByRole("button", { name: /^发布 \d/ }).click();
  await expect(page.getByText("等待管理员处理。")).toBeVisible();
  await expect(page.getByText(meaning)).toBeVisible();

  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const office = await context.newPage();
  await installTestWallet(context, person("administrates"));
  await office.goto("/sign-in?return=%2Fadministration");
  await office.getByRole("button", { name: WALLET_NAME }).click();
  await office.getByRole("button", { name: "Sign the message" }).click();
  await office.waitForURL("**/administration");
  await office.goto("/ko/administration");
  const held = office.getByRole("listitem").filter({ hasText: name });
  await expect(held.getByText("코드가 선언하지 않은 권한을 사용합니다", { exact: true })).toBeVisible();
  expect(await objectionsInEveryView(office)).toEqual([]);
  await context.close();
});
