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
  request,
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
  await held.getByRole("link", { name: `${skill} 1.0.0` }).click();
  const [download] = await Promise.all([
    office.waitForEvent("download"),
    office.getByRole("link", { name: "Download this package" }).click(),
  ]);
  expect(readFileSync(await download.path()).equals(buffer)).toBe(true);
  await expect(office.getByRole("button", { name: "Send appeal" })).toHaveCount(0);
  await office.goto("/administration?severity=none");
  await expect(held).toHaveCount(0);
  await office.getByRole("combobox", { name: "Gravest finding" }).selectOption({ label: "Any" });
  await office.getByRole("combobox", { name: "Language" }).selectOption("en");
  await office.getByRole("combobox", { name: "Order" }).selectOption("severity");
  await office.getByRole("button", { name: "Show", exact: true }).click();
  await office.waitForURL(/sort=severity/);

  // The file is read where it is decided about, at the line that was found; nobody else reads it.
  await held.getByRole("link", { name: "Read and decide" }).click();
  await office.waitForURL(/\/administration\/versions\/.*#L\d+$/);
  await expect(office.locator(".ln:target mark", { hasText: HELD_WORDS })).toBeInViewport();
  expect(await objectionsInEveryView(office)).toEqual([]);
  const read = new URL(office.url()).pathname;
  expect((await page.request.get(read)).status()).toBe(404);
  expect((await request.get(read, { maxRedirects: 0 })).headers()["location"]).toMatch(/sign-in/);
  await office.getByRole("link", { name: "main.py" }).click();
  await expect(office.getByText("sys.stdout.write")).toBeVisible();
  await office.getByRole("button", { name: "Reject" }).click();
  await office.waitForURL(/problem=REQUEST_INVALID&field=reason/);
  await expect(office.getByLabel(/^Reason/)).toHaveAccessibleDescription(/“Reason” is missing/);
  await expect(office.getByRole("alert").getByRole("link")).toHaveAttribute("href", `#reason-${versionId}`);
  expect(await objectionsInEveryView(office)).toEqual([]);
  await office.getByLabel(/^Reason/).fill("Say what the keys are for.");
  await office.getByRole("button", { name: "Reject" }).click();
  await expect(office.getByText(`Rejected: ${skill}`)).toBeVisible();
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

test("several held versions of one owner are decided together, and a filter stays", async ({
  browser,
  baseURL,
  page,
  signIn,
}) => {
  const names = ["one", "two", "three"].map((each) => `held-${each}-${Date.now()}`);
  await signIn(page, person(`uploads ${names[0]}`), "/keys");
  const key = await makeKey(page);
  for (const name of names) {
    const buffer = heldArchive(name);
    const upload = await page.request.post("/v1/skills/upload", {
      headers: { "x-api-key": key },
      multipart: { file: { name: `${name}.skill`, mimeType: "application/zip", buffer } },
    });
    expect(upload.ok()).toBe(true);
    const { vetting_job_id: job } = (await upload.json()) as { vetting_job_id: string };
    const isDone = async () => {
      const answer = await page.request.get(`/v1/skills/vetting/${job}`, { headers: { "x-api-key": key } });
      return ((await answer.json()) as { is_done: boolean }).is_done;
    };
    await expect.poll(isDone).toBe(true);
  }
  const office = await openOffice(browser, baseURL, "/administration");
  const item = (name: string) => office.locator("section > ul > li").filter({ hasText: name });
  await expect(office.getByLabel("Decide together")).toHaveCount(0);
  await item(names[0] ?? "")
    .getByRole("link", { name: /^All 3 of / })
    .click();
  await office.waitForURL(/owner=/);
  for (const name of names.slice(0, 2))
    await item(name)
      .getByLabel(/^Decide together/)
      .check();
  expect(await objectionsInEveryView(office)).toEqual([]);
  await office.getByLabel(/^Reason/).fill("None of them says what it does.");
  await office.getByRole("button", { name: "Reject" }).click();
  await expect(office.getByText(`Rejected: ${names[0]}, ${names[1]}`)).toBeVisible();
  await expect(office).toHaveURL(/owner=/);
  await expect(item(names[0] ?? "")).toHaveCount(0);
  await expect(item(names[2] ?? "")).toHaveCount(1);
  await office.context().close();
});
