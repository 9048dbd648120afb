import { objectionsInEveryView, STILL } from "./axe";
import { expect, test } from "./fixtures";
import { person } from "./person";
import { makeKey, publish } from "./publish-with-key";

test.use(STILL);

test("an owner deprecates a skill, takes it back, and closes a version that holds a secret", async ({
  page,
  request,
  signIn,
}) => {
  const made = Date.now();
  const [old, next] = [`old-words-${made}`, `next-words-${made}`] as const;
  await signIn(page, person("replaces a skill"), "/keys");
  const key = await makeKey(page);
  for (const skill of [old, next]) await publish(request, key, skill);

  await page.goto("/dashboard/deprecations");
  await page.locator("#deprecated-skill").selectOption(old);
  await page.locator("#deprecation-message").fill("Not kept up any more.");
  await page.locator("#deprecation-successor").fill("no-such-skill-anywhere");
  await page.getByRole("button", { name: "Deprecate" }).click();
  await expect(page.locator("main").getByRole("alert")).toBeVisible();
  await expect(page.locator("#deprecation-message")).toHaveValue("Not kept up any more.");
  await page.locator("#deprecation-successor").fill(next);
  await page.getByRole("button", { name: "Deprecate" }).click();
  await expect(page.getByText("Done.")).toBeVisible();
  await expect(page.getByText(`${next} takes its place.`)).toBeVisible();
  expect(await objectionsInEveryView(page)).toEqual([]);

  await page.goto(`/skills/${old}`);
  await expect(page.getByText("Not kept up any more.")).toBeVisible();
  await page.getByRole("link", { name: `See ${next}` }).click();
  await page.waitForURL(`**/skills/${next}`);
  await page.goto("/dashboard/deprecations");
  await page.getByRole("button", { name: `Take it back ${old}` }).click();
  await expect(page.getByText(`${next} takes its place.`)).toHaveCount(0);

  await page.goto("/dashboard/skills");
  await page.getByRole("row").filter({ hasText: old }).getByRole("link").nth(1).click();
  await page.locator("details:has(#yank-reason) > summary").click();
  await page.locator("#yank-kind").selectOption("secret");
  await page.locator("#yank-reason").fill("A password is in notes.md.");
  await page.getByRole("button", { name: "Withdraw the version" }).click();
  await expect(page.getByText("A password is in notes.md.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Download" })).toHaveCount(0);

  for (const tab of ["", "/files", "/versions", "/security", "/examples", "/api", "/reviews"]) {
    await page.goto(`/skills/${old}${tab}`);
    await page.waitForURL(`**/skills/${old}/closed`);
  }
  await expect(page.getByText("It holds a secret or personal data.")).toBeVisible();
  await expect(page.getByText("A password is in notes.md.")).toBeVisible();
  expect(await objectionsInEveryView(page)).toEqual([]);
});
