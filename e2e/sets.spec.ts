import { writeArchive } from "@/lib/package";
import { reportSetFromElsewhere } from "./report-from-elsewhere";
import { openOffice } from "./office";
import { objectionsInEveryView, STILL } from "./axe";
import { PRICED_SKILL } from "./api";
import { expect, person, test } from "./fixtures";

test.use(STILL);

const STARTERS = ["csv-profile", "json-diff", "iban-check", "cron-explainer", PRICED_SKILL];

test("a person saves a set, everybody sees what it may touch and costs, and it is reported and withdrawn", async ({
  browser,
  baseURL,
  page,
  request,
  signIn,
}) => {
  const name = `starters-${Date.now()}`;
  await signIn(page, person("makes a set"), "/dashboard/skills");
  await page.getByRole("link", { name: "Sets of skills" }).click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Description", { exact: true }).fill("What a first project needs.");
  await page.getByLabel(/^Skills/).fill("no-such-skill");
  await page.getByRole("button", { name: "Save set" }).click();
  await expect(page.getByRole("alert").getByText("This was not accepted")).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(name);
  await page.getByLabel(/^Skills/).fill(STARTERS.map((skill) => `${skill} *`).join("\n"));
  await page.getByRole("button", { name: "Save set" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  expect(await objectionsInEveryView(page)).toEqual([]);

  await page.getByRole("link", { name, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/sets/${name}$`));
  for (const skill of STARTERS)
    await expect(page.getByRole("link", { name: skill, exact: true })).toBeVisible();
  await expect(page.getByRole("row", { name: /All together/ })).toBeVisible();
  await expect(page.getByText(`add set:${name}`)).toBeVisible();
  expect(await objectionsInEveryView(page)).toEqual([]);
  for (const language of ["ko", "zh-Hans"])
    expect((await request.get(`/${language}/sets/${name}`)).status()).toBe(200);
  expect((await request.get(`/plugins/sets/${name}/plugin.zip`)).status()).toBe(200);

  await page.goto(`/sets?q=${name}`);
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("link", { name: "Report this set" }).click();
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByRole("alert").getByText("This was not accepted")).toBeVisible();
  expect(await objectionsInEveryView(page)).toEqual([]);
  const report = await reportSetFromElsewhere(baseURL ?? "", name, "It says that it is for first projects.");
  await page.goto(`/reports/${report.id}`);
  await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
  await expect(page.getByText("Open: an administrator will decide")).toBeVisible();
  const status = page.url();

  const office = await openOffice(browser, baseURL, "/administration/reports");
  const reported = office.getByRole("listitem").filter({ hasText: name });
  expect(await objectionsInEveryView(office)).toEqual([]);
  await reported.getByLabel("Decision").fill("Nobody keeps it up.");
  await reported.getByRole("button", { name: "Withdraw the set" }).click();
  await expect(office.getByRole("listitem").filter({ hasText: name })).toHaveCount(0);
  await office.context().close();
  await page.goto(status);
  await expect(page.getByText("Nobody keeps it up.")).toBeVisible();
  await page.goto(`/sets/${name}`);
  await expect(page.getByText("This set was withdrawn.")).toBeVisible();
  await expect(page.getByText("Nobody keeps it up.")).toBeVisible();
  expect((await request.get(`/plugins/sets/${name}/plugin.zip`)).status()).toBe(409);
});

test("a plugin is checked in a browser that runs no script", async ({ browser, baseURL }) => {
  const site = { ...(baseURL ? { baseURL } : {}), javaScriptEnabled: false };
  const page = await (await browser.newContext(site)).newPage();
  await page.goto("/validate");
  const send = async (manifest: object) => {
    const skill = "---\nname: one\ndescription: Does one thing.\n---\nDo it.\n";
    const buffer = Buffer.from(
      writeArchive([
        { path: "plugin.json", bytes: Buffer.from(JSON.stringify(manifest)) },
        { path: "skills/one/SKILL.md", bytes: Buffer.from(skill) },
      ]),
    );
    await page
      .getByLabel(/^Plugin/)
      .setInputFiles({ name: "tools.zip", mimeType: "application/zip", buffer });
    await page.getByRole("button", { name: "Inspect plugin" }).click();
  };
  const manifest = { $schema: "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json", name: "tools" };
  await send(manifest);
  await expect(page.getByText("This plugin could be published.")).toBeVisible();
  await send({ ...manifest, version: 1 });
  await expect(page.getByText("This plugin would be refused.")).toBeVisible();
  await expect(page.getByText("plugin.json#/version:1")).toBeVisible();
  await page.context().close();
});

test("a person withdraws a set of their own", async ({ page, signIn }) => {
  const name = `short-lived-${Date.now()}`;
  await signIn(page, person("withdraws a set"), "/dashboard/sets");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Description", { exact: true }).fill("What was tried once.");
  await page.getByLabel(/^Skills/).fill("json-diff *");
  await page.getByRole("button", { name: "Save set" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.goto("/dashboard/sets"); // where nothing says "Saved." yet
  await page.getByLabel("Set", { exact: true }).selectOption(name);
  await page.getByLabel("Reason", { exact: true }).fill("It was tried.");
  await page.getByRole("button", { name: "Withdraw", exact: true }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.goto(`/sets/${name}`);
  await expect(page.getByText("It was tried.")).toBeVisible();
});
