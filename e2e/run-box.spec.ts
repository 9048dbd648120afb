import { objections } from "./axe";
import { expect, test } from "./fixtures";
import { awakening, openRunForm } from "./open-run-form";

const BODY = { weight_kg: 60, height_cm: 165, age: 30, sex: "female" };

test("a list is written item by item, and form and JSON say the same", async ({ page }) => {
  await openRunForm(page, "/skills/iban-check");
  const add = page.getByRole("button", { name: /^Add an item/ });
  await add.click();
  await add.click();
  const items = page.locator('[name^="input.ibans."]');
  await expect(items).toHaveCount(2);
  await items.nth(0).fill("not one");
  await items.nth(1).fill("GB82 WEST 1234 5698 7654 32");
  await page.getByRole("button", { name: /^Remove: .* 1$/ }).click();
  await page.getByRole("button", { name: "As JSON" }).click();
  const json = page.getByLabel("Input");
  expect(JSON.parse(await json.inputValue())).toMatchObject({ ibans: ["GB82 WEST 1234 5698 7654 32"] });
  await json.fill('{"ibans": ["DE89370400440532013000"], "more": 1}');
  await page.getByRole("button", { name: "As a form" }).click();
  await expect(page.getByText("so it stays as JSON")).toBeVisible();
  await expect(json).toHaveValue(/"more": 1/);
  await json.fill('{"ibans": ["DE89370400440532013000", "x"]}');
  await page.getByRole("button", { name: "As a form" }).click();
  await expect(items).toHaveCount(2);
  await expect(items.nth(0)).toHaveValue("DE89370400440532013000");
  expect(await objections(page, "written", "all", "#run")).toEqual([]);

  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByTestId("run-output")).toContainText("DE89370400440532013000");
  await expect(page.getByTestId("run-log")).toContainText("Done");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toMatch(/^run_.*\.json$/);
});

test("an empty form is answered at each field that is needed, and nothing is run", async ({ page }) => {
  await openRunForm(page, "/ko/skills/json-diff");
  await page.getByRole("button", { name: "실행", exact: true }).click();
  const before = page.locator('[name="input.before"]');
  await expect(before).toBeFocused();
  await expect(before).toHaveAccessibleDescription("꼭 필요한 값입니다.");
  await expect(page.locator('[name="input.after"]')).toHaveAccessibleDescription("꼭 필요한 값입니다.");
  await before.fill("{");
  await page.locator('[name="input.after"]').fill("2");
  await page.getByRole("button", { name: "실행", exact: true }).click();
  await expect(before).toBeFocused();
  await expect(page.locator('[name="input.after"]')).not.toHaveAttribute("aria-invalid");
  await before.fill("1");
  await page.getByRole("button", { name: "실행", exact: true }).click();
  await expect(page.getByTestId("run-output")).toBeVisible();
});

test("a list that is needed and empty leads to the button that adds to it", async ({ page }) => {
  await openRunForm(page, "/skills/iban-check");
  const add = page.getByRole("button", { name: /^Add an item/ });
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(add).toBeFocused();
});

test("what the schema objects to is told at its field, and that nothing was charged", async ({ page }) => {
  await openRunForm(page, "/skills/text-wrap");
  await page.locator('[name="input.text"]').fill("one two");
  await page.locator('[name="input.width"]').fill("0");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByText("The input was refused. Nothing ran and nothing was charged.")).toBeVisible();
  const width = page.locator('[name="input.width"]');
  await expect(width).toBeFocused();
  await expect(width).toHaveAccessibleDescription(/^At least \d+\.$/);
});

test("what the schema objects to says on a page of another language that it is English", async ({ page }) => {
  await openRunForm(page, "/ko/skills/text-wrap");
  await page.locator('[name="input.text"]').fill("one two");
  const width = page.locator('[name="input.width"]');
  await width.fill("0");
  await page.getByRole("button", { name: "실행", exact: true }).click();
  await expect(width).toHaveAccessibleDescription(/^At least \d+\.$/);
  await expect(page.locator(".hint-bad")).toHaveText(/^At least/);
  await expect(page.locator('.hint-bad [lang="en"]')).toHaveText(/^At least/);
});

test("a tool that shows a card shows it", async ({ page }) => {
  await openRunForm(page, "/skills/body-energy-estimate");
  await page.getByRole("button", { name: "As JSON" }).click();
  const call = { tool_call: { tool: "calculate_body_energy_estimate", args: { data: BODY } } };
  await page.getByLabel("Input").fill(JSON.stringify(call));
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByTestId("run-card")).toContainText("bmi");
  await expect(page.getByTestId("run-output")).toContainText("data_source");
});

test("a tool is chosen, and its parameters have fields", async ({ page }) => {
  await page.goto("/skills/body-energy-estimate");
  const panel = page.getByRole("region", { name: "Tools and rules" });
  await expect(panel.getByRole("row", { name: /calculate_body_energy_estimate/ })).toContainText("data");
  await page
    .getByRole("navigation", { name: "Call", exact: true })
    .getByRole("link", { name: "calculate_body_energy_estimate" })
    .click();
  await expect(page).not.toHaveURL(/\/body-energy-estimate$/);
  await openRunForm(page, page.url());
  await page.locator('[name="input.tool_call.args.data"]').fill(JSON.stringify(BODY));
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByTestId("run-card")).toContainText("bmi");
});

test("on a phone the form is on the first screen, behind what the skill is, and one key leads to it", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/skills/json-diff");
  await expect(page.locator('[name="input.before"]')).toBeInViewport();
  const skip = page.getByRole("link", { name: "Run it" }).first();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(skip).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#run$/);
});

test.describe("before the page's scripts have come", () => {
  test.use({ javaScriptEnabled: false });

  test("a free skill runs all the same, and what was written stays, in sight on a phone", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/skills/text-wrap");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await expect(page.getByText("This field is required.").first()).toBeInViewport();
    await page.locator('[name="input.text"]').fill("one two three four five six seven eight nine ten");
    await page.locator('[name="input.width"]').fill("20");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await expect(page.getByTestId("run-output")).toContainText("one two three four");
    await expect(page.locator('[name="input.width"]')).toHaveValue("20");
    await page.locator('[name="input.width"]').fill("many");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await expect(page.getByText("This value cannot be read as the type shown.")).toBeVisible();
    await expect(page.getByTestId("run-output")).toHaveCount(0);
  });

  test("a list, the example and the input as JSON are written without them too", async ({ page }) => {
    await page.goto("/skills/iban-check");
    const items = page.locator('[name^="input.ibans."]');
    const add = page.getByRole("button", { name: /^Add an item/ });
    await add.click();
    await items.nth(0).fill("not one");
    await add.click();
    await expect(items).toHaveCount(2);
    await items.nth(1).fill("GB82 WEST 1234 5698 7654 32");
    await page.getByRole("button", { name: /^Remove: .* 1$/ }).click();
    await page.getByRole("button", { name: "As JSON" }).click();
    const json = page.getByLabel("Input");
    expect(JSON.parse(await json.inputValue())).toMatchObject({ ibans: ["GB82 WEST 1234 5698 7654 32"] });
    await json.fill('{"ibans": ');
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await expect(page.getByText("Write one JSON object")).toBeVisible();
    await expect(json).toHaveValue('{"ibans": ');
    await page.getByRole("button", { name: "Use the first example" }).click();
    await page.getByRole("button", { name: "As a form" }).click();
    await items.first().press("Enter");
    await expect(page.getByTestId("run-output")).toContainText("valid");
  });
});

test("a press before the scripts have come is answered, and stays when they are there", async ({ page }) => {
  let come = () => {};
  const coming = new Promise<void>((resolve) => (come = resolve));
  await page.route("**/*.js", async (route) => {
    await coming;
    await route.continue();
  });
  const open = page.goto("/skills/json-diff", { waitUntil: "commit" });
  await page.getByRole("button", { name: "Use the first example" }).click();
  await open;
  await expect(page.locator('[name="input.before"]')).not.toHaveValue("");
  come();
  await awakening(page);
  await expect(page.locator('[name="input.before"]')).not.toHaveValue("");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByTestId("run-output")).toBeVisible();
});
