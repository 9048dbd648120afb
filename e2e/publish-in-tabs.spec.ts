import type { Page } from "@playwright/test";
import { awake } from "./awake";
import { expect, person, test } from "./fixtures";
import { continueWhenChecked } from "./publish-steps";
import { sampleArchive, sampleSkillMd } from "./sample-skill";

test("a price that was changed in another tab is shown before it is published", async ({ page, signIn }) => {
  const name = `two-tabs-${Date.now()}`;
  await signIn(page, person("has two tabs"), "/publish");
  await page
    .getByLabel(/^Package/)
    .setInputFiles({ name: `${name}.skill`, mimeType: "application/zip", buffer: sampleArchive(name) });
  await continueWhenChecked(page);
  await page.getByRole("button", { name: "Start vetting" }).click();
  await page.getByRole("link", { name: "Price and listing" }).last().click();
  await page.getByRole("button", { name: "Review everything" }).click();
  const publish = page.getByRole("button", { name: "Publish 1.0.0" });
  await expect(publish).toBeEnabled();

  const other = await page.context().newPage();
  await other.goto(page.url().replace(/review$/, "price"));
  await other.getByLabel(/^Price lamports/).fill("0");
  await other.getByRole("button", { name: "Review everything" }).click();
  await expect(other.getByRole("button", { name: "Publish 1.0.0" })).toBeEnabled();
  await publish.click();
  await page.waitForURL(/review\?problem=REQUEST_INVALID/);
  await publish.click();
  await expect(page.getByText("Approved and listed.")).toBeVisible();
});

test("a text that another tab has saved is not replaced unseen, and the second one is kept", async ({
  baseURL,
  browser,
  page,
  signIn,
}) => {
  const name = `two-texts-${Date.now()}`;
  const text = (words: string) => sampleSkillMd(name).replace("Counts the words", words);
  await signIn(page, person("writes in two tabs"), "/publish");
  await page
    .getByLabel(/^Package/)
    .setInputFiles({ name: `${name}.skill`, mimeType: "application/zip", buffer: sampleArchive(name) });
  await continueWhenChecked(page);
  await expect(page).toHaveTitle(/^Check /);
  const address = page.url();
  const save = async (tab: Page, words?: string) => {
    if (words !== undefined) {
      await tab.locator("label").filter({ hasText: "Edit" }).click();
      await tab.locator("#skill_md").fill(text(words));
    }
    await tab.getByRole("button", { name: "Save", exact: true }).click();
  };
  const told = (tab: Page) => tab.getByRole("alert").filter({ hasText: "changed in another tab" });
  const saved = (tab: Page) => tab.getByText("Saved.", { exact: true });
  const other = await page.context().newPage();
  await other.goto(address);
  await save(page, "Counts in one tab");
  await expect(saved(page)).toBeVisible();

  await awake(other.locator("#skill_md")); // without scripts nothing leads the focus to what is told
  await save(other, "Counts in the other");
  await expect(told(other)).toBeFocused();
  await expect(saved(other)).toBeHidden();
  await expect(other.locator("#skill_md")).toHaveValue(text("Counts in the other"));
  const opening = other.context().waitForEvent("page");
  await other.getByRole("link", { name: "Show what was saved" }).click();
  await expect((await opening).locator("#skill_md")).toHaveValue(text("Counts in one tab"));
  await save(other);
  await expect(saved(other)).toBeVisible();
  await expect(told(other)).toBeHidden();

  // What was written before is there after a reload; that the other tab has saved since is said then.
  await awake(page.locator("#skill_md")); // what keeps it comes with the scripts
  await page.locator("label").filter({ hasText: "Edit" }).click();
  await page.locator("#skill_md").fill(text("Counts once more"));
  await page.reload();
  await expect(told(page)).toBeVisible();
  await expect(page.locator("#skill_md")).toHaveValue(text("Counts once more"));

  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
    ...(baseURL ? { baseURL } : {}),
  });
  const plain = await context.newPage();
  await plain.goto(address);
  await save(page);
  await expect(saved(page)).toBeVisible();
  await save(plain, "Counts without scripts");
  await expect(told(plain)).toBeVisible();
  await expect(plain.locator("#skill_md")).toHaveValue(text("Counts without scripts"));
  await save(plain);
  await expect(saved(plain)).toBeVisible();
  await expect(plain.locator("#skill_md")).toHaveValue(text("Counts without scripts"));
  await context.close();
});

test("what is changed in a package under way is there after a step back, and is told when it is saved", async ({
  page,
  signIn,
}) => {
  const name = `changed-${Date.now()}`;
  await signIn(page, person("goes back and forward"), "/publish");
  await page
    .getByLabel(/^Package/)
    .setInputFiles({ name: "a.skill", mimeType: "application/zip", buffer: sampleArchive(name) });
  await continueWhenChecked(page);
  await expect(page).toHaveTitle(/^Check /);
  const text = page.locator("#skill_md");
  const changed = sampleSkillMd(name).replace("Counts the words", "Counts every word");
  await awake(text); // what keeps it comes with the scripts
  await page.getByRole("radio", { name: "Edit" }).check();
  await text.fill(changed);
  await page.goBack();
  await expect(page).toHaveURL(/\/publish$/);
  await page.goForward();
  await expect(text).toHaveValue(changed);
  await page.reload();
  await expect(text).toHaveValue(changed);

  await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
  // Who works with the keyboard is still at the end of the text.
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeFocused();
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeInViewport();
  await page.getByRole("radio", { name: "Edit" }).check();
  await text.fill(sampleSkillMd(name));
  await expect(page.getByText("Saved.", { exact: true })).toBeHidden();
});
