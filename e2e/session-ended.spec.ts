import type { Page } from "@playwright/test";
import { expect, person, test } from "./fixtures";
import { continueWhenChecked } from "./publish-steps";
import { sampleSkillMd } from "./sample-skill";
import { WALLET_NAME } from "./test-wallet";
import { openRunForm } from "./open-run-form";

/** The session of this browser is over, as after thirty days or "Sign out everywhere" elsewhere. */
const endSession = (page: Page) => page.context().clearCookies({ name: /session-token$/ });

const NOT_ANY_MORE = "You are no longer signed in.";

async function signInAgain(page: Page): Promise<void> {
  await page.getByRole("button", { name: WALLET_NAME }).click();
  await page.getByRole("button", { name: "Sign the message" }).click();
}

test("a form that was sent too late is there again, as it was written, after signing in", async ({
  page,
  signIn,
}) => {
  await signIn(page, person("writes for a long time"), "/settings");
  await page.getByLabel("Username").fill("a-name-of-long-thought");
  await endSession(page);
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.locator("main").getByRole("alert")).toContainText(NOT_ANY_MORE);
  await expect(page.locator("main").getByRole("alert")).toContainText("is kept for ten minutes");
  await signInAgain(page);
  await page.waitForURL("**/settings");
  await expect(page.getByLabel("Username")).toHaveValue("a-name-of-long-thought");
});

test("a pasted SKILL.md outlives a reload and a session, and goes when it is under way", async ({
  page,
  signIn,
}) => {
  const text = sampleSkillMd(`kept-${Date.now()}`).replace(/^interface: .*\n/m, "");
  const field = page.locator("#skill_md");
  await signIn(page, person("pastes and waits"), "/publish");
  await field.fill(text);
  await expect(page.getByText("Checked", { exact: true })).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue(text);
  await endSession(page);
  await continueWhenChecked(page);
  await expect(page.locator("main").getByRole("alert")).toContainText(NOT_ANY_MORE);
  await signInAgain(page);
  await page.waitForURL("**/publish");
  await expect(field).toHaveValue(text);
  await continueWhenChecked(page);
  await page.waitForURL("**/check");
  await expect(field).toHaveValue(text);
  await page.goto("/publish");
  await expect(field).toHaveValue("");
});

test("a browser that is cut off says so in words, and the run goes on when it is back", async ({
  page,
  context,
}) => {
  await openRunForm(page, "/zh-Hans/skills/json-diff");
  await page.getByRole("button", { name: "填入第一个示例" }).click();
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await page.getByRole("button", { name: "运行", exact: true }).click();
  await expect(page.getByText("连接不到市场。")).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("button", { name: "运行", exact: true }).click();
  await expect(page.getByTestId("run-output")).toBeVisible();
});
