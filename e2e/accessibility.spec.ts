import { paidReceipt } from "./api";
import { objectionsInEveryView, STILL } from "./axe";
import { awake, scriptsCome } from "./awake";
import { expect, person, test } from "./fixtures";
import { saidTexts } from "./said-texts";
import { verdicts } from "./verdicts";

// What pages show only after somebody did something; every-page.spec.ts walks them as they open.
test.use(STILL);

test("axe objects to nothing about a new key", async ({ page, signIn }) => {
  await signIn(page, person("makes a key"), "/keys");
  await page.getByLabel(/^Name/).fill("a key");
  const create = page.getByRole("button", { name: "Create key" });
  await awake(create);
  await create.press("Enter");
  await expect(page.getByTestId("new-key")).toBeVisible();
  // Whoever has no mouse goes on from the button, and copies what is shown only once.
  await expect(create).toBeFocused();
  const note = page.getByRole("status").filter({ has: page.getByTestId("new-key") });
  const announced = await saidTexts(page.locator("#announcements"));
  await scriptsCome(page);
  await note.getByRole("button", { name: "Copy" }).click();
  await expect.poll(announced).toEqual(["Copied", ""]);
  expect(await objectionsInEveryView(page)).toEqual([]);
});

test("axe objects to nothing about verdicts, at the text and below its lines", async ({ page }) => {
  await page.goto("/validate");
  await page
    .getByRole("textbox", { name: /^SKILL\.md/ })
    .fill("---\nname: A b\nversion: one\ndescription: x\npricing: { price_lamports: 1.5 }\n---\n");
  await expect(verdicts(page).getByText("An upload would be refused.")).toBeVisible();
  const atText = await objectionsInEveryView(page);
  await page.getByRole("radio", { name: "Remarks" }).check();
  expect([...atText, ...(await objectionsInEveryView(page))]).toEqual([]);
});

test("axe objects to nothing about a run and its result", async ({ page }) => {
  await page.goto("/skills/json-diff");
  await page.getByRole("button", { name: "Use the first example" }).click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByTestId("run-output")).toBeVisible();
  expect(await objectionsInEveryView(page)).toEqual([]);
});

test("a receipt prints on one sheet, without the site around it", async ({ page, request }) => {
  await page.goto(`/receipts/${await paidReceipt(request, "prints a receipt")}`);
  const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await scriptsCome(page);
  await page.getByRole("button", { name: "Dark theme" }).click();
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await expect.poll(paper).toBe("rgb(12, 19, 20)");
  await page.emulateMedia({ media: "print" });
  await expect.poll(paper).toBe("rgb(247, 244, 236)"); // and what is printed on it is dark
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});
