import { objections } from "./axe";
import { expect, person, test } from "./fixtures";
import { openOffice } from "./office";
import { makeKey, publish } from "./publish-with-key";

test("a verifier signs an advisory, and log, feed, API and pages have it until it is withdrawn", async ({
  browser,
  baseURL,
  page,
  signIn,
}) => {
  // Of its own: what is told of a skill of all changes what other tests see of it.
  const skill = `advised-${Date.now()}`;
  const version = "1.0.0";
  const creator = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
  await signIn(creator, person(`publishes ${skill}`), "/keys");
  const key = await makeKey(creator);
  await publish(creator.request, key, skill);
  const asked = await creator.request.post(`/v1/skills/${skill}/audit-request`, {
    headers: { "x-api-key": key },
    data: {},
  });
  expect(asked.ok()).toBe(true);
  await creator.context().close();
  const verifier = person("advises");
  await signIn(page, verifier);
  const office = await openOffice(browser, baseURL, "/administration/audits");
  await office.getByLabel(/^Wallet/).fill(verifier.address);
  await office.getByLabel(/^Name/).fill("A later reader");
  await office.getByRole("button", { name: "Enrol verifier" }).click();
  await expect(office.getByText(verifier.address)).toBeVisible();
  await office.context().close();

  await page.goto("/review");
  await page.getByRole("button", { name: `Reserve for two hours ${skill}` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(skill);

  await page.goto(`/review/advisory?skill=${skill}&version=${version}`);
  expect(await objections(page, "to write one", "all")).toEqual([]);
  await page.getByLabel("Severity").selectOption("high");
  await page.getByLabel("Summary, in one line").fill("It follows links out of its folder");
  await page.getByLabel(/^What you found/).fill("scripts/main.py opens what a link leads to.");
  await page.getByLabel("What whoever installed it should do").fill("Remove it until it refuses links.");
  await page.getByRole("button", { name: "Show what will be signed" }).click();
  await expect(page.locator("dd", { hasText: "urn:emporion:skill-advisory:v1" })).toBeVisible();
  await page.getByRole("button", { name: /^Sign and publish with / }).click();
  await page.waitForURL(/\/advisories\/EMP-\d{4}-\d{4}$/);
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(id);
  await expect(page.getByText("Remove it until it refuses links.")).toBeVisible();
  expect(await objections(page, "an advisory", "all")).toEqual([]);

  const osv = (await (await page.request.get(`/v1/advisories/${id}`)).json()) as {
    id: string;
    affected: { package: { name: string }; versions: string[] }[];
  };
  expect(osv.affected).toMatchObject([{ package: { name: skill }, versions: [version] }]);
  const log = (await (await page.request.get("/v1/log/entries")).json()) as {
    entries: { kind: string; subject_id: string }[];
  };
  expect(log.entries.filter(({ subject_id }) => subject_id === id)).toMatchObject([
    { kind: "advisory:published" },
  ]);
  expect(await (await page.request.get("/feed.xml?of=advisories")).text()).toContain(id);
  await page.goto("/advisories");
  await expect(page.getByRole("link", { name: id })).toBeVisible();
  expect(await objections(page, "the list", "all")).toEqual([]);
  await page.goto(`/skills/${skill}`);
  await expect(page.getByRole("link", { name: new RegExp(`^${id}: `) })).toBeVisible();

  await page.goto(`/advisories/${id}`);
  await page.getByLabel("Why").fill("The next version refuses links.");
  await page.getByRole("button", { name: "Withdraw", exact: true }).click();
  await expect(page.getByText("This advisory was withdrawn")).toBeVisible();
  await page.goto(`/skills/${skill}`);
  await expect(page.getByRole("link", { name: new RegExp(`^${id}: `) })).toBeHidden();
  await page.goto(`/ko/skills/${skill}/security`);
  await expect(page.getByRole("link", { name: id, exact: true })).toBeVisible();
});
