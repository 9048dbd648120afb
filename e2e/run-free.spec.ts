import { expect, test } from "./fixtures";

test("anybody runs a free skill and sees its output", async ({ page }) => {
  await page.goto("/skills/json-diff");
  await page.getByRole("button", { name: "Use the first example" }).click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByTestId("run-output")).toBeVisible();
});

test("an input the schema refuses is told at its place and never run", async ({ page }) => {
  await page.goto("/skills/json-diff");
  await page.getByRole("button", { name: "As JSON" }).click();
  await page.getByLabel("Input").fill("{not json");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByText("Write one JSON object")).toBeVisible();
  await page.getByLabel("Input").fill('{"nothing": "of this is declared"}');
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByText("INPUT_INVALID")).toBeVisible();
});
