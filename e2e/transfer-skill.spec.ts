import { objectionsInEveryView, STILL } from "./axe";
import { expect, person, test } from "./fixtures";
import { makeKey, publish } from "./publish-with-key";

test.use(STILL);

test("an owner gives a skill to another account, which reads what that means and accepts", async ({
  page,
  browser,
  request,
  signIn,
}) => {
  const skill = `given-${Date.now()}`;
  await signIn(page, person("gives a skill"), "/keys");
  await publish(request, await makeKey(page), skill);
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await signIn(theirs, person("is given a skill"), "/settings");
  const to = await theirs.getByLabel("Username", { exact: true }).inputValue();

  await page.goto("/dashboard/skills");
  await page.getByRole("link", { name: "Transfer a skill to another account" }).click();
  const offer = async (name: string) => {
    await page.getByLabel("Skill", { exact: true }).selectOption(skill);
    await page.getByLabel("Username of the new owner").fill(name);
    await page.getByRole("button", { name: "Send offer" }).click();
  };
  await offer("nobody-of-this-name");
  await expect(page.getByRole("alert").getByText("This was not accepted")).toBeVisible();
  await expect(page.getByLabel("Username of the new owner")).toHaveValue("nobody-of-this-name");
  const reason = "no account has this name.";
  await expect(page.getByRole("alert").getByRole("link")).toContainText(reason);
  await expect(page.getByLabel(/^Username of the/)).toHaveAccessibleDescription(new RegExp(reason));
  await offer(to);
  await expect(page.getByText(`Offered to ${to}`)).toBeVisible();
  await expect(page.getByText("Offer sent. Nothing changes until it is accepted.")).toBeVisible();
  expect(await objectionsInEveryView(page)).toEqual([]);

  await theirs.goto("/dashboard");
  await theirs.getByRole("link", { name: "See the offer" }).click();
  await expect(theirs.getByText("From then on you are responsible")).toBeVisible();
  expect(await objectionsInEveryView(theirs)).toEqual([]);
  await theirs.getByRole("button", { name: `Accept ${skill}` }).click();
  await expect(theirs.getByText("The skill is now yours")).toBeVisible();
  await theirs.goto("/dashboard/skills");
  await expect(theirs.getByRole("link", { name: skill, exact: true })).toBeVisible();

  await page.goto("/dashboard/skills");
  await expect(page.getByRole("link", { name: skill })).toHaveCount(0);
  await page.goto(`/skills/${skill}/versions`);
  await expect(page.getByText(new RegExp(`^Transferred from .+ to ${to}$`))).toBeVisible();
  await context.close();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("whoever is not signed in is led to where one signs in", async ({ page }) => {
    await page.goto("/dashboard/transfers");
    await expect(page).toHaveURL(/\/sign-in\?return=%2Fdashboard%2Ftransfers/);
  });
});
