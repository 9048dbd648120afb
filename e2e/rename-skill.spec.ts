import { objectionsInEveryView, STILL } from "./axe";
import { expect, person, test } from "./fixtures";
import { continueWhenChecked } from "./publish-steps";
import { makeKey, publish } from "./publish-with-key";
import { sampleArchive } from "./sample-skill";

test.use(STILL);

test("a creator asks for a name, publishes a version that bears it, and the old name leads to the skill", async ({
  page,
  request,
  signIn,
}) => {
  const [before, after] = [`was-${Date.now()}`, `is-${Date.now()}`];
  await signIn(page, person("renames a skill"), "/keys");
  const key = await makeKey(page);
  await publish(request, key, before);

  await page.goto("/dashboard/skills");
  await page.getByRole("link", { name: "Rename a skill" }).click();
  const ask = async (name: string) => {
    await page.getByLabel("Skill", { exact: true }).selectOption(before);
    await page.getByLabel("New name").fill(name);
    await page.getByRole("button", { name: "Reserve name" }).click();
  };
  await ask("official");
  await expect(page.getByRole("alert").getByText("This was not accepted")).toBeVisible();
  await expect(page.getByLabel("New name")).toHaveValue("official");
  await expect(page.getByRole("alert").getByRole("link")).toContainText("this name is reserved.");
  await ask(after);
  await expect(page.getByText(`Will be renamed to ${after}`)).toBeVisible();
  await expect(page.getByRole("button", { name: `Keep the name ${before}` })).toBeVisible();
  expect(await objectionsInEveryView(page)).toEqual([]);

  await page.goto("/publish");
  const file = {
    name: `${after}.skill`,
    mimeType: "application/zip",
    buffer: sampleArchive(after, "1.1.0"),
  };
  await page.getByLabel(/^Package/).setInputFiles(file);
  await continueWhenChecked(page);
  await page.getByRole("button", { name: "Start vetting" }).click();
  await expect(page.getByText(/^Approved in/)).toBeVisible();
  await page.getByRole("link", { name: "Price and listing" }).last().click();
  await page.getByRole("button", { name: "Review everything" }).click();
  await expect(page.getByText(`This renames ${before} to ${after}.`)).toBeVisible();
  expect(await objectionsInEveryView(page)).toEqual([]);
  await page.getByRole("button", { name: "Publish 1.1.0" }).click();
  await expect(page.getByText("Approved and listed.")).toBeVisible();

  const moved = await request.get(`/ko/skills/${before}/versions?version=1.0.0`, { maxRedirects: 0 });
  expect(moved.status()).toBe(308);
  expect(moved.headers()["location"]).toMatch(
    new RegExp(`/ko/skills/${after}/versions\\?version=1\\.0\\.0$`),
  );
  await page.goto(`/skills/${before}/versions`);
  await expect(page).toHaveURL(new RegExp(`/skills/${after}/versions$`));
  await expect(page.getByText(`Renamed from ${before} to ${after}`)).toBeVisible();
  await page.goto("/dashboard/names");
  await expect(page.getByText(`Formerly ${before}`)).toBeVisible();
});
