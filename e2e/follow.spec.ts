import { objectionsInEveryView, STILL } from "./axe";
import { expect, person, test } from "./fixtures";
import { makeKey, publish } from "./publish-with-key";
import { sampleArchive } from "./sample-skill";

test.use({ ...STILL, javaScriptEnabled: false });

test("without scripts, a person follows a creator, reads of the next skill on the dashboard and in a feed, and lets go", async ({
  browser,
  baseURL,
  page,
  request,
  signIn,
}) => {
  const name = `followed-${Date.now()}`;
  const creator = await (await browser.newContext({ baseURL: baseURL ?? "" })).newPage();
  await signIn(creator, person("is followed"), "/keys");
  const key = await makeKey(creator);
  await publish(request, key, name, sampleArchive(name));
  await page.goto(`/skills/${name}`);
  await page.getByRole("link", { name: "Follow", exact: true }).click();
  await expect(page).toHaveURL(/\/sign-in\?return=%2Fskills/);

  await signIn(page, person("follows"), `/skills/${name}`);
  const publisher = page.locator('a[href^="/people/"]').last();
  await publisher.click();
  await expect(page.getByText("0 followers")).toBeVisible();
  await page.getByRole("button", { name: "Follow", exact: true }).click();
  await expect(page.getByText("1 follower", { exact: true })).toBeVisible();

  await publish(request, key, `${name}-too`, sampleArchive(`${name}-too`));
  await page.goto("/dashboard");
  await expect(page.getByRole("link", { name: `${name}-too is new` })).toBeVisible();
  await page.getByRole("link", { name: "All news" }).click();
  await page.getByRole("button", { name: "Make an address" }).click();
  const address = (await page.getByText(/\/following\.xml\?key=/).textContent()) ?? "";
  const feed = await request.get(address.trim());
  expect(await feed.text()).toContain(`${name}-too is new`);
  await page.getByRole("button", { name: /^Unfollow / }).click();
  await expect(page.getByText("You follow nothing yet.")).toBeVisible();
  await page.getByRole("button", { name: "End the feed" }).click();
  await expect(page.getByRole("button", { name: "End the feed" })).toBeHidden();
  expect((await request.get(address.trim())).status()).toBe(404);
  for (const language of ["ko", "zh-Hans"])
    expect((await page.request.get(`/${language}/dashboard/following`)).status()).toBe(200);
});

test.describe("with scripts", () => {
  test.use({ javaScriptEnabled: true });
  test("the page of what somebody follows has nothing that axe objects to", async ({ page, signIn }) => {
    await signIn(page, person("follows two things"), "/skills/json-diff");
    await page.getByRole("button", { name: "Follow", exact: true }).click();
    await expect(page.getByRole("button", { name: "Unfollow" })).toBeVisible();
    expect(await objectionsInEveryView(page)).toEqual([]);
    await page.goto("/people/north-quay");
    await page.getByRole("button", { name: "Follow", exact: true }).click();
    await expect(page.getByRole("button", { name: "Unfollow" })).toBeVisible();
    await page.goto("/dashboard/following");
    await page.getByRole("button", { name: "Make an address" }).click();
    await expect(page.getByText(/\/following\.xml\?key=/)).toBeVisible();
    expect(await objectionsInEveryView(page)).toEqual([]);
  });
});
