import { expect, person, test } from "./fixtures";

test("the page of a person is found under the name they had before", async ({ page, signIn }) => {
  await signIn(page, person("takes another name"), "/settings");
  const field = page.getByLabel("Username", { exact: true });
  const before = await field.inputValue();
  const after = `renamed-${Date.now()}`;
  await field.fill(after);
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  const arrived = await page.goto(`/ko/people/${before}`);
  expect(arrived?.status()).toBe(200);
  await expect(page).toHaveURL(new RegExp(`/ko/people/${after}$`));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(after);
});
