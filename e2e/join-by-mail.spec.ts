import { expect, test } from "./fixtures";
import { growOld } from "./grow-old";
import { Journey } from "./journey";
import { mailedLink } from "./mailed-link";

const newEmail = (name: string) => `${name}-${Date.now()}@example.org`;

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test("one field, one mail and one click lead into an account and back to where the person was", async ({
      page,
    }) => {
      const email = newEmail("joins");
      const journey = new Journey(page, "joining");
      await journey.open("/sign-in?return=%2Fskills%2Fjson-diff%2Freviews");
      await journey.write(page.getByLabel("Email"), email);
      await journey.press(page.getByRole("button", { name: "Send me the link" }));
      await expect(page.getByText(`A link is on its way to ${email}.`)).toBeVisible();
      await expect(page.getByText("“Your link to Emporion”")).toBeVisible();
      await expect(page.getByLabel("Email")).toHaveCount(0);
      const link = await journey.openMail(email);
      // Whoever is new is asked for a name, and may go on without.
      const username = `joins-${Date.now()}`;
      await journey.write(page.getByLabel("Username"), username);
      if (javaScriptEnabled) await expect(page.getByText("This name is free.")).toBeVisible();
      await journey.press(page.getByRole("button", { name: "Take this name" }));
      await expect(page).toHaveURL(/\/skills\/json-diff\/reviews$/);
      journey.assertCosts();
      await page.goto("/outbox");
      await expect(page.getByRole("article").filter({ hasText: email })).toHaveCount(1);

      await page.goto("/dashboard");
      await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
      await expect(page.getByRole("banner").getByText(username)).toBeAttached();
      // Whoever opens the link once more is where they were; a stranger gets nowhere with it.
      await page.goto(link);
      await expect(page).toHaveURL(/\/skills\/json-diff\/reviews$/);
      await page.context().clearCookies();
      await page.goto(link);
      await expect(page.getByText("It was already used.")).toBeVisible();

      // The same field lets them in again; nobody is asked for a name twice.
      await page.goto("/sign-in?return=%2Fkeys");
      await page.getByLabel("Email").fill(email);
      await page.getByRole("button", { name: "Send me the link" }).click();
      await expect(page.getByText(`A link is on its way to ${email}.`)).toBeVisible();
      await page.goto(await mailedLink(page, email));
      await expect(page).toHaveURL(/\/keys$/);
    });
  });

test("what only opens the link does not use it up: in another browser a press signs in", async ({
  page,
  browser,
  baseURL,
}) => {
  const email = newEmail("elsewhere");
  await page.goto("/ko/sign-in");
  await page.locator("#sign-in-email").fill(email);
  await page.locator("form:has(#sign-in-email) button").click();
  await expect(page.getByText(email)).toBeVisible();
  const link = await mailedLink(page, email);

  const elsewhere = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
  for (let scan = 0; scan < 3; scan++) await elsewhere.request.get(link);
  await elsewhere.goto(link);
  await expect(elsewhere).toHaveURL(/\/ko\/sign-in\/mail\?/);
  await expect(elsewhere.getByText(email)).toHaveCount(0);
  await elsewhere.getByRole("button", { name: "로그인" }).click();
  await expect(elsewhere).toHaveURL(/\/ko\/sign-in\/name\?/);
  await elsewhere.getByRole("link", { name: "나중에" }).click();
  await expect(elsewhere).toHaveURL(/\/ko\/dashboard$/);
  await elsewhere.context().close();
});

test("a link leads to no other site, and one that nobody sent leads nowhere", async ({ page }) => {
  const email = newEmail("led-away");
  await page.goto("/sign-in?return=%2F%2Fevil.example");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send me the link" }).click();
  await expect(page.getByText(`A link is on its way to ${email}.`)).toBeVisible();
  const link = new URL(await mailedLink(page, email));
  expect(link.searchParams.get("return")).toBe("/dashboard");
  link.searchParams.set("return", "https://evil.example/");
  await page.goto(link.href);
  await page.getByRole("link", { name: "Later" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.context().clearCookies();
  await page.goto("/api/sign-in/mail?token=nothing&return=//evil.example");
  await expect(page.getByRole("link", { name: "Send me another link" })).toHaveAttribute(
    "href",
    "/sign-in?return=%2Fdashboard",
  );
});

test("the link is sent again with a press, a wrong address is mended, and every address is answered alike", async ({
  page,
}) => {
  const email = newEmail("again");
  await page.goto("/sign-in?return=%2Fkeys");
  await page.getByLabel("Email").fill("nobody");
  await page.getByRole("button", { name: "Send me the link" }).click();
  await expect(page.getByRole("status").getByRole("link")).toHaveText(/not a valid email address/);
  await page.getByLabel("Email").fill(email.toUpperCase());
  await page.getByRole("button", { name: "Send me the link" }).click();
  await expect(page.getByText(/^A link is on its way to/)).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText("Sent again")).toBeVisible();
  await page.goto(await mailedLink(page, email));
  await page.getByRole("link", { name: "Later" }).click();
  await expect(page).toHaveURL(/\/keys$/);

  // The proof of who has nothing but a mailbox grows old: a link renews it, and leads on.
  await growOld(page);
  await page.goto("/settings/confirm?return=%2Fsettings");
  await page.getByRole("button", { name: "Send me the link" }).click();
  await expect(page.getByText(`The link is on its way to ${email}.`)).toBeVisible();
  await page.goto(await mailedLink(page, email));
  await expect(page).toHaveURL(/\/settings$/);
  await page.goto("/settings/confirm?return=%2Fkeys");
  await expect(page).toHaveURL(/\/keys$/);
});
