import type { Browser, Page } from "@playwright/test";
import { expect, person, test } from "./fixtures";
import { openOffice } from "./office";
import { makeKey, publish } from "./publish-with-key";

/** What no text may hold: a browser sends it, the market refuses it. */
const BELL = "\u0007";
/** Shown as it was written, never as markup. */
const TEXT = `"><script>document.title='mine'</script> & 한글, 中文`;

/** The same person in a browser that runs no script. */
async function withoutScripts(browser: Browser, page: Page): Promise<Page> {
  const baseURL = new URL(page.url()).origin;
  const storageState = await page.context().storageState();
  const context = await browser.newContext({ baseURL, storageState, javaScriptEnabled: false });
  return context.newPage();
}

/** Presses the only button of the form that holds the field. */
const send = (page: Page, field: string) => page.locator(`form:has(${field}) button`).last().click();

test("a report comes back with what was written, once, and to nobody else", async ({ browser, baseURL }) => {
  const site = { ...(baseURL ? { baseURL } : {}), javaScriptEnabled: false };
  const [context, others] = [await browser.newContext(site), await browser.newContext(site)];
  const [page, other] = [await context.newPage(), await others.newPage()];
  const text = `${TEXT}\nA second line.${BELL}`;
  await page.goto("/skills/json-diff/report");
  await page.getByLabel("Reason").selectOption("broken");
  await page.getByLabel(/^What is wrong/).fill(text);
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().includes("problem=")),
    page.getByRole("button", { name: "Send report" }).click(),
  ]);
  // Nothing between the market and this reader keeps what was written.
  expect(answer.headers()["cache-control"]).toContain("no-store");
  await expect(page).toHaveURL(/problem=REQUEST_INVALID/);
  const refused = page.url();
  expect(refused).not.toContain("broken");
  await expect(page.getByLabel("Reason")).toHaveValue("broken");
  await expect(page.getByLabel(/^What is wrong/)).toHaveValue(text);
  await expect(page.getByRole("alert").getByRole("link")).toHaveAttribute("href", "#text");
  const cookies = await context.cookies();
  expect(cookies.filter(({ name }) => name.endsWith("emporion-written"))).toMatchObject([
    { path: "/skills/json-diff/report", httpOnly: true, sameSite: "Strict" },
  ]);

  await other.goto(refused);
  await expect(other.getByLabel(/^What is wrong/)).toHaveValue("");
  await page.goto(refused);
  await expect(page.getByLabel(/^What is wrong/)).toHaveValue("");

  await page.getByLabel("Reason").selectOption("broken");
  await page.getByLabel(/^What is wrong/).fill(`Sent ${Date.now()}`);
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByText("Your report has been sent")).toBeVisible();
  await Promise.all([context.close(), others.close()]);
});

test("what a reader writes comes back: reviews, challenges, settings, an application", async ({
  browser,
  page: scripted,
  signIn,
}) => {
  await signIn(scripted, person("writes before scripts"), "/settings");
  const name = await scripted.getByLabel("Username", { exact: true }).inputValue();
  const page = await withoutScripts(browser, scripted);

  await page.goto("/skills/sql-format/reviews");
  await page.locator("#rating").selectOption("2");
  await page.locator("#text").fill(`${TEXT}${BELL}`);
  await send(page, "#rating");
  await expect(page.locator("#rating")).toHaveValue("2");
  await expect(page.locator("#text")).toHaveValue(`${TEXT}${BELL}`);

  await page.goto("/skills/json-diff/security");
  await page.locator("details:has(#challenge-claim) > summary").click();
  await page.locator("#challenge-claim").fill(TEXT);
  await page.locator("#challenge-evidence").fill("   ");
  await send(page, "#challenge-claim");
  await expect(page.locator("#challenge-claim")).toBeVisible();
  await expect(page.locator("#challenge-claim")).toHaveValue(TEXT);

  await page.goto("/settings");
  await page.locator("#username").fill("Not A Name");
  await send(page, "#username");
  await expect(page.locator("#username")).toHaveValue("Not A Name");
  expect(await page.title()).not.toBe("mine");
  await page.locator("#own-email").fill("nobody@localhost");
  await send(page, "#own-email");
  await expect(page.locator("#own-email")).toHaveValue("nobody@localhost");
  await expect(page.locator("#username")).toHaveValue(name);
  await page.getByText("Close account", { exact: true }).click();
  await page.locator("#close-username").fill("somebody-else");
  await send(page, "#close-username");
  await expect(page.locator("#close-username")).toBeVisible();
  await expect(page.locator("#close-username")).toHaveValue("somebody-else");

  await page.goto("/review");
  await page.locator("#apply-name").fill("An auditor");
  await page.locator("#apply-about").fill(TEXT);
  await page.locator("#apply-about").fill("   ");
  await send(page, "#apply-name");
  await expect(page.getByRole("alert").first().getByRole("link")).toHaveAttribute("href", "#apply-about");
  await expect(page.locator("#apply-about")).toHaveAttribute("aria-invalid", "true");
  await page.locator("#apply-about").fill(TEXT);
  await send(page, "#apply-name");
  await expect(page.getByRole("alert").first()).toBeVisible();
  await expect(page.locator("#apply-name")).toHaveValue("An auditor");
  await expect(page.locator("#apply-about")).toHaveValue(TEXT);
  await page.context().close();
});

test("what an owner writes comes back: offers, reasons to withdraw, appeals", async ({
  browser,
  baseURL,
  page: scripted,
  request,
  signIn,
}) => {
  const skill = `refused-${Date.now()}`;
  await signIn(scripted, person("owns before scripts"), "/keys");
  await publish(request, await makeKey(scripted), skill);
  const page = await withoutScripts(browser, scripted);

  await page.goto("/ko/keys");
  await page.locator("#key-name").fill(`laptop${BELL}`);
  await send(page, "#key-name");
  await expect(page.getByRole("alert").first()).toBeVisible();
  await expect(page.locator("#key-name")).toHaveValue(`laptop${BELL}`);
  await expect(page.getByRole("alert").first().getByRole("link")).toHaveAttribute("href", "#key-name");
  await expect(page.locator("#key-name")).toHaveAccessibleDescription(/1~60자/);

  await page.goto("/dashboard/transfers");
  await page.locator("#transfer-skill").selectOption(skill);
  await page.locator("#transfer-to").fill("nobody-of-this-name");
  await send(page, "#transfer-to");
  await expect(page.locator("#transfer-skill")).toHaveValue(skill);
  await expect(page.locator("#transfer-to")).toHaveValue("nobody-of-this-name");

  await page.goto("/dashboard/names");
  await page.locator("#named-skill").selectOption(skill);
  await page.locator("#skill-name").fill("official");
  await send(page, "#skill-name");
  await expect(page.getByRole("alert").first()).toBeVisible();
  await expect(page.locator("#skill-name")).toHaveValue("official");

  const administrator = await openOffice(browser, baseURL, "/administration/quarantine");
  const office = await withoutScripts(browser, administrator);
  await office.goto("/administration/quarantine");
  await office.locator("#skill").fill(skill);
  await office.locator("#reason").fill(`Out${BELL}`);
  await send(office, "#reason");
  await expect(office.getByRole("alert")).toBeVisible();
  await expect(office.locator("#reason")).toHaveValue(`Out${BELL}`);
  await expect(office.getByRole("alert").getByRole("link")).toHaveAttribute("href", "#reason");
  await expect(office.locator("#reason")).toHaveAccessibleDescription(/“Decision” is too long, or contains/);
  await office.locator("#reason").fill("Out until it is mended.");
  await send(office, "#reason");
  await expect(office.getByText(`In quarantine: ${skill}`)).toBeVisible();
  await Promise.all([administrator.context().close(), office.context().close()]);

  await page.goto(`/skills/${skill}/quarantine`);
  await page.locator("#appeal").fill(`${TEXT}${BELL}`);
  await send(page, "#appeal");
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.locator("#appeal")).toHaveValue(`${TEXT}${BELL}`);
  await page.locator("#appeal").fill(TEXT);
  await send(page, "#appeal");
  await expect(page.getByRole("status").getByText("이의 신청을 보냈습니다.")).toBeVisible();
  await page.context().close();
});

test.describe("before an account", () => {
  test.use({ javaScriptEnabled: false });

  test("addresses and names come back, passwords do not: sign-in, registering, a forgotten password", async ({
    page,
  }) => {
    await page.goto("/login");
    await page.locator("#login-email").fill("nobody@example.org");
    await page.locator("#login-password").fill("a password that nobody may see");
    await send(page, "#login-email");
    await expect(page.getByText("Sign-in failed.")).toBeVisible();
    await expect(page.locator("#login-email")).toHaveValue("nobody@example.org");
    await expect(page.locator("#login-password")).toHaveValue("");
    expect(await page.content()).not.toContain("a password that nobody may see");

    await page.goto("/zh-Hans/sign-in");
    await page.locator("#sign-in-email").fill("nobody@localhost");
    await send(page, "#sign-in-email");
    await expect(page).toHaveURL(/\/zh-Hans\/sign-in\?.*problem=email/);
    await expect(page.locator("#sign-in-email")).toHaveValue("nobody@localhost");

    await page.goto("/login/forgot");
    await page.locator("#forgot-email").fill("nobody@localhost");
    await send(page, "#forgot-email");
    await expect(page.locator("#forgot-email")).toHaveValue("nobody@localhost");
  });

  test("the address for a claim comes back, and that it was for all drafts", async ({ page, request }) => {
    const agent = `claude-sonnet-4-6-refused-${Date.now()}@anthropic`;
    const skill_md = (name: string) => `---\nname: ${name}\ndescription: Counts lines\n---\n\n# Lines\n`;
    const answer = await request.post("/v1/drafts/upload", {
      headers: { "x-agent-author": agent },
      data: {
        skill_md: skill_md(`counts-lines-${Date.now()}`),
        files: { "main.py": "print(1)\n" },
      },
    });
    const { claim_url } = (await answer.json()) as { claim_url: string };
    await page.goto(claim_url);
    await page.locator("#claim-email").fill("nobody@localhost");
    const all = page.getByRole("checkbox");
    if ((await all.count()) > 0) await all.check();
    await send(page, "#claim-email");
    await expect(page).toHaveURL(/problem=email/);
    await expect(page.locator("#claim-email")).toHaveValue("nobody@localhost");
    if ((await all.count()) > 0) await expect(all).toBeChecked();
  });
});
