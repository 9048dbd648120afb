import { PRICED_SKILL } from "./api";
import { expect, test } from "./fixtures";
import { openRunForm } from "./open-run-form";

test("anybody runs a free skill and sees its output", async ({ page }) => {
  await openRunForm(page, "/skills/json-diff");
  await page.getByRole("button", { name: "Use the first example" }).click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByTestId("run-output")).toBeVisible();
});

test("the output of the last call is found again, and can be forgotten", async ({ page }) => {
  await openRunForm(page, "/skills/json-diff");
  await page.getByRole("button", { name: "Use the first example" }).click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  // As JSON, which is there at once; what people read of it comes after.
  const output = await page.locator("#run-output").textContent();
  await openRunForm(page, "/skills/json-diff");
  const last = page.getByRole("region", { name: "Your last call here" });
  await expect(last.locator("#run-output")).toHaveText(output ?? "");
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(last).toBeHidden();
  await page.reload();
  await expect(page.getByRole("button", { name: "Use the first example" })).toBeEnabled();
  await expect(page.getByTestId("run-output")).toBeHidden();
});

test("an input the schema refuses is told at its place and never run", async ({ page }) => {
  await openRunForm(page, "/skills/json-diff");
  await page.getByRole("button", { name: "As JSON" }).click();
  await page.getByLabel("Input").fill("{not json");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByText("Write one JSON object")).toBeVisible();
  await page.getByLabel("Input").fill('{"nothing": "of this is declared"}');
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByText("INPUT_INVALID")).toBeVisible();
});

test("a market that is not reached speaks of payment only where there is one", async ({ page, request }) => {
  await openRunForm(page, "/skills/json-diff");
  await page.getByRole("button", { name: "Use the first example" }).click();
  await page.route("**/v1/**", (route) => route.abort());
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.locator("#run").getByRole("alert")).toHaveText(
    /Could not reach the market\.\s*Check your connection and press the button again\.$/,
  );
  const priced = await (await request.get(`/skills/${PRICED_SKILL}`)).text();
  expect(priced).toContain("press the button again. Nothing is paid twice.");
});
