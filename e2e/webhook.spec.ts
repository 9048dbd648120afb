import { objectionsInEveryView } from "./axe";
import { expect, person, test } from "./fixtures";

test("a webhook is set, its secret is shown once, a test message stands in the log, and it ends", async ({
  page,
  signIn,
}) => {
  await signIn(page, person("has a webhook"), "/settings");
  await page.getByRole("link", { name: /Have a program told/ }).click();
  await page.getByRole("textbox", { name: /^Address/ }).fill("https://127.0.0.1/in");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("textbox", { name: /^Address/ })).toHaveValue("https://127.0.0.1/in");
  await expect(page.getByText("This address is not https, or not public.").first()).toBeVisible();
  await page.getByRole("textbox", { name: /^Address/ }).fill("https://hooks.example.invalid/in");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByTestId("new-secret")).toHaveText(/^whsec_/);
  await page.goto("/settings/webhook");
  await expect(page.getByTestId("new-secret")).toHaveCount(0);
  await page.getByRole("button", { name: "Send a test message" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "webhook.test" })).toHaveCount(1);
  expect(await objectionsInEveryView(page)).toEqual([]);
  await page.getByRole("button", { name: "End the webhook" }).click();
  await expect(page.getByRole("button", { name: "Send a test message" })).toHaveCount(0);
});
