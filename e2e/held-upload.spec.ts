import { readFileSync } from "node:fs";
import { objectionsInEveryView } from "./axe";
import { expect, person, test } from "./fixtures";
import { openOffice } from "./office";
import { makeKey } from "./publish-with-key";
import { HELD_WORDS, heldArchive } from "./sample-skill";

test("an administrator reads what vetting found before deciding; the owner reads the decision, appeals, and reads the answer", async ({
  browser,
  baseURL,
  page,
  signIn,
}) => {
  const skill = `held-${Date.now()}`;
  await signIn(page, person(`uploads ${skill}`), "/keys");
  const buffer = heldArchive(skill);
  const upload = await page.request.post("/v1/skills/upload", {
    headers: { "x-api-key": await makeKey(page) },
    multipart: { file: { name: `${skill}.skill`, mimeType: "application/zip", buffer } },
  });
  const { version_id: versionId } = (await upload.json()) as { version_id: string };
  await page.goto(`/publish/${versionId}`);
  await expect(page.getByText("Waiting for an administrator.")).toBeVisible();

  const office = await openOffice(browser, baseURL, "/administration");
  const held = office.locator("section > ul > li").filter({ hasText: skill });
  await expect(held.getByText(HELD_WORDS, { exact: true }).first()).toBeVisible();
  await expect(held.getByText(/^SKILL\.md:\d+$/).first()).toBeVisible();
  expect(await objectionsInEveryView(office)).toEqual([]);
  await held.getByRole("link", { name: skill }).click();
  const [download] = await Promise.all([
    office.waitForEvent("download"),
    office.getByRole("link", { name: "Download this package" }).click(),
  ]);
  expect(readFileSync(await download.path()).equals(buffer)).toBe(true);
  await expect(office.getByRole("button", { name: "Send appeal" })).toHaveCount(0);
  await office.goto("/administration");
  await held.getByRole("button", { name: "Reject" }).click();
  await office.waitForURL(/problem=REQUEST_INVALID&field=reason/);
  await expect(held.getByLabel(/^Reason/)).toHaveAccessibleDescription(/“Reason” is missing/);
  await expect(office.getByRole("alert").getByRole("link")).toHaveAttribute("href", `#reason-${versionId}`);
  expect(await objectionsInEveryView(office)).toEqual([]);
  await held.getByLabel(/^Reason/).fill("Say what the keys are for.");
  await held.getByRole("button", { name: "Reject" }).click();
  await expect(held).toHaveCount(0);

  await page.reload();
  await expect(page.getByText("An administrator rejected this version on")).toBeVisible();
  await expect(page.getByText("Say what the keys are for.")).toBeVisible();
  await page.getByLabel(/^Why should this be changed/).fill("They are those of a test.");
  await page.getByRole("button", { name: "Send appeal" }).click();
  await expect(page.getByText("They are those of a test.")).toBeVisible();
  expect(await objectionsInEveryView(page)).toEqual([]);

  await office.goto("/administration/reports");
  const appeal = office.getByRole("listitem").filter({ hasText: skill });
  await expect(appeal.getByRole("link", { name: skill })).toHaveAttribute("href", `/publish/${versionId}`);
  await appeal.getByLabel(/^Decision/).fill("So they are.");
  await appeal.getByRole("button", { name: "Grant" }).click();
  await expect(appeal).toHaveCount(0);
  await office.context().close();

  await page.reload();
  await expect(page.getByText("Approved and listed.")).toBeVisible();
  await expect(page.getByText("Answer: So they are.")).toBeVisible();
  await page.goto(`/skills/${skill}/security`);
  await expect(page.getByText("An administrator of the market read them and approved it.")).toBeVisible();
});
