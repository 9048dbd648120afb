import type { Page } from "@playwright/test";
import { objections } from "./axe";
import { expect, person, test } from "./fixtures";
import { continueWhenChecked, publishFromCheck } from "./publish-steps";
import { sampleArchive } from "./sample-skill";

/** What no text may hold: a browser sends it, the market refuses it. */
const BELL = "\u0007";

/** The note above a form leads to the field that was wrong, and the field says the same. */
async function expectLinkTo(page: Page, id: string, label: RegExp | string): Promise<void> {
  const link = page.locator("main :is([role=alert], [role=status])").getByRole("link").first();
  await expect(link).toHaveAttribute("href", `#${id}`);
  const field = page.locator(`#${id}`);
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveAccessibleDescription((await link.textContent()) ?? "");
  await link.click();
  await expect(page.getByLabel(label).first()).toBeFocused();
}

test("a review that is refused comes back with what was written, and says which field was wrong", async ({
  page,
  signIn,
}) => {
  const path = "/skills/sql-format/reviews";
  await signIn(page, person("writes what is refused"), path);
  await page.getByLabel("Rating").selectOption("2");
  await page.getByLabel(/^What should others know/).fill(`It counts twice.${BELL}`);
  await page.getByRole("button", { name: "Publish review" }).click();
  await page.waitForURL(/problem=REQUEST_INVALID/);
  await expect(page.getByRole("alert")).toBeInViewport();
  await expect(page.getByLabel("Rating")).toHaveValue("2");
  await expect(page.getByLabel(/^What should others know/)).toHaveValue(`It counts twice.${BELL}`);
  await expectLinkTo(page, "text", /^What should others know/);
  expect(await objections(page, "refused review", "all")).toEqual([]);

  await page.goto("/skills/json-diff/reviews?problem=REQUEST_INVALID");
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByLabel("Rating")).toHaveValue("");
  await expect(page.getByLabel(/^What should others know/)).toHaveValue("");

  await page.goto(path);
  await page.getByLabel("Rating").selectOption("3");
  await page.getByLabel(/^What should others know/).fill("It counts.");
  await page.getByRole("button", { name: "Publish review" }).click();
  await expect(page.getByText("It counts.").first()).toBeVisible();
  await page.getByLabel("Rating").selectOption("1");
  await page.getByLabel(/^What should others know/).fill(`It counts nothing.${BELL}`);
  await page.getByRole("button", { name: "Change my review" }).click();
  await page.waitForURL(/problem=REQUEST_INVALID/);
  await expect(page.getByLabel("Rating")).toHaveValue("1");
  await expect(page.getByLabel(/^What should others know/)).toHaveValue(`It counts nothing.${BELL}`);
});

test("a challenge that is refused comes back unfolded with what was written", async ({ page, signIn }) => {
  await signIn(page, person("challenges without evidence"), "/skills/json-diff/security");
  await page.getByText("Challenge this version").click();
  await page.getByLabel(/^What is wrong/).fill("It reads more than it says.");
  await page.getByLabel(/^Evidence/).fill("   ");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator("form:has(#challenge-claim) button").click();
  await page.waitForURL(/problem=REQUEST_INVALID/);
  await expect(page.getByRole("main").getByRole("alert")).toBeInViewport();
  await expect(page.getByLabel(/^What is wrong/)).toHaveValue("It reads more than it says.");
  await expectLinkTo(page, "challenge-evidence", /^Evidence/);
  expect(await objections(page, "refused challenge", "all")).toEqual([]);
});

test("forms of one page keep their texts apart, also where React empties them", async ({ page, signIn }) => {
  await signIn(page, person("is refused in the settings"), "/settings");
  const username = await page.getByLabel("Username", { exact: true }).inputValue();
  await page.getByLabel("Username", { exact: true }).fill("Not A Name");
  await page.getByRole("button", { name: "Save name" }).click();
  await page.waitForURL(/problem=name/);
  await expect(page.getByLabel("Username", { exact: true })).toHaveValue("Not A Name");
  await expectLinkTo(page, "username", "Username");
  await expect(page.getByLabel("Email address")).toHaveValue("");

  const email = "refused@example";
  await page.getByLabel("Email address").fill(email);
  await page.locator("form:has(#own-email)").evaluate((form: HTMLFormElement) => {
    form.noValidate = true;
  });
  await page.getByRole("region", { name: "Email" }).getByRole("button").click();
  await page.waitForURL(/problem=email/);
  await expect(page.getByLabel("Email address")).toHaveValue(email);
  await expect(page.getByLabel("Username", { exact: true })).toHaveValue(username);
  await expectLinkTo(page, "own-email", "Email address");
  await page.getByLabel("Email address").fill(`refused-${Date.now()}@example.org`);
  await page.getByRole("region", { name: "Email" }).getByRole("button").click();
  await expect(page.getByText("Check your email.")).toBeVisible();
  await expect(page.getByLabel("Email address")).toHaveValue("");
});

test("an unspeakable reason to withdraw a version comes back, unfolded", async ({ page, signIn }) => {
  const name = `keeps-reason-${Date.now()}`;
  await signIn(page, person("withdraws without a reason"), "/publish");
  const file = { name: `${name}.skill`, mimeType: "application/zip", buffer: sampleArchive(name) };
  await page.getByLabel(/^Package/).setInputFiles(file);
  await continueWhenChecked(page);
  await page.getByRole("button", { name: "Start vetting" }).waitFor();
  await publishFromCheck(page);
  await expect(page.getByText("Approved and listed.")).toBeVisible();
  await page.locator("details:has(#yank-reason) > summary").click();
  await page.locator("#yank-reason").fill("   ");
  await page.locator("form:has(#yank-reason) button").click();
  await page.waitForURL(/problem=REQUEST_INVALID/);
  await expect(page.locator("#yank-reason")).toHaveValue("   ");
  await expectLinkTo(page, "yank-reason", /^Reason|^Why/);
});

test("the forms that open an account lead to the field that was wrong, before scripts too", async ({
  browser,
}) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  const follow = async (address: string, id: string) => {
    await page.goto(address);
    const link = page.getByRole("status").getByRole("link", { includeHidden: false }).first();
    await expect(link).toHaveAttribute("href", `#${id}`);
    await expect(page.locator(`#${id}`)).toHaveAttribute("aria-invalid", "true");
  };
  await follow("/sign-in?problem=email", "sign-in-email");
  await follow("/login/forgot?outcome=invalid", "forgot-email");
  await page.context().close();
});
