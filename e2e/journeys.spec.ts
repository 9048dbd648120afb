import { PRICED_SKILL } from "./api";
import { awake, pressKey } from "./awake";
import { objectionsInEveryView } from "./axe";
import { expect, person, test } from "./fixtures";
import { growOld } from "./grow-old";
import { Journey } from "./journey";
import { mailedLink } from "./mailed-link";
import { openOffice } from "./office";
import { openSession } from "./open-session";
import { continueWhenChecked } from "./publish-steps";
import { makeKey, publish } from "./publish-with-key";
import { reportFromElsewhere } from "./report-from-elsewhere";
import { sampleArchive } from "./sample-skill";
import { tickAll } from "./sign-verdict";
import { installTestWallet, WALLET_NAME } from "./test-wallet";

test("from nothing to a paid skill: joining, linking a wallet and test money happen on the way", async ({
  page,
  context,
}) => {
  const name = `from-nothing-${Date.now()}`;
  const email = `${name}@example.org`;
  await installTestWallet(context, person(name));
  const journey = new Journey(page, "publishing");
  await journey.open("/publish");
  await journey.write(page.getByLabel("Email"), email);
  await journey.press(page.getByRole("button", { name: "Send me the link" }));
  await expect(page.getByText(`A link is on its way to ${email}.`)).toBeVisible();
  await journey.openMail(email);
  await journey.write(page.getByLabel("Username"), name.slice(0, 32));
  await journey.press(page.getByRole("button", { name: "Take this name" }));
  await expect(page).toHaveURL(/\/publish$/);

  const file = { name: `${name}.skill`, mimeType: "application/zip", buffer: sampleArchive(name) };
  await journey.choose(page.getByLabel(/^Package/), file);
  await expect(page.getByText("Checked", { exact: true })).toBeVisible();
  await journey.press(page.getByRole("button", { name: "Continue" }));
  await journey.press(page.getByRole("button", { name: "Start vetting" }));
  await expect(page.getByText(/^Approved in/)).toBeVisible();
  await journey.press(page.getByRole("link", { name: "Price and listing" }).last());
  await journey.write(page.getByLabel(/^Price lamports/), "20000");
  await journey.press(page.getByRole("button", { name: WALLET_NAME }));
  await journey.press(page.getByRole("button", { name: "Sign the message" }));
  // What was written stays; that the wallet holds nothing yet is said as soon as it is known, and mended there.
  await expect(page.getByText("A paid skill needs a wallet to be paid to.")).toBeHidden();
  await expect(page.getByLabel(/^Price lamports/)).toHaveValue("20000");
  await expect(page.getByText("balance is too low")).toBeVisible();
  await journey.press(page.getByRole("button", { name: "Get test money here" }));
  await expect(page.getByText("balance is too low")).toBeHidden();
  await expect(page.getByLabel(/^Price lamports/)).toHaveValue("20000");
  await journey.press(page.getByRole("button", { name: "Review everything" }));
  await journey.press(page.getByRole("button", { name: /^Publish \d/ }));
  await expect(page.getByText("Approved and listed.")).toBeVisible();
  journey.assertCosts();

  // What the market does after listing, and what comes next, stand on the page where it ended.
  const work = page.getByRole("region", { name: "After listing" });
  await expect(work.getByText(/^Packages? for \d+ other platforms? made$/)).toBeVisible();
  await expect(page.getByText(new RegExp(`npx --yes .*/emporion.tgz add ${name}@1.0.0`))).toBeVisible();
  await expect(page.getByRole("img", { name: `Badge of ${name}` })).toBeVisible();
  await page.getByRole("button", { name: "Request an audit" }).click();
  await expect(page.getByText("Waiting for a verifier")).toBeVisible();
  await page.getByRole("link", { name: "Add a domain" }).click();
  await page.getByRole("link", { name: "Back to where you were" }).click();
  await expect(page.getByText("Approved and listed.")).toBeVisible();
});

test("a call is bought with a wallet that was empty, on one page", async ({ page, context }) => {
  await installTestWallet(context, person(`buys with nothing ${Date.now()}`));
  const journey = new Journey(page, "buying");
  await journey.open(`/skills/${PRICED_SKILL}`);
  await journey.press(page.getByRole("button", { name: "Use the first example" }));
  await journey.press(page.getByRole("button", { name: WALLET_NAME }));
  await journey.press(page.getByRole("button", { name: "Get test money here" }));
  const pay = page.getByRole("button", { name: /^Pay / });
  await expect(pay).toBeEnabled();
  await journey.press(pay);
  await expect(page.getByTestId("run-output")).toBeVisible();
  journey.assertCosts();
});

test("a price is kept while its person confirms who they are, and links a wallet", async ({
  page,
  context,
}) => {
  const name = `confirms-first-${Date.now()}`;
  const email = `${name}@example.org`;
  await installTestWallet(context, person(name));
  await page.goto("/sign-in?return=%2Fpublish");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send me the link" }).click();
  await expect(page.getByText(`A link is on its way to ${email}.`)).toBeVisible();
  await page.goto(await mailedLink(page, email));
  await page.getByRole("link", { name: "Later" }).click();
  await page
    .getByLabel(/^Package/)
    .setInputFiles({ name: `${name}.skill`, mimeType: "application/zip", buffer: sampleArchive(name) });
  await continueWhenChecked(page);
  await page.getByRole("button", { name: "Start vetting" }).click();
  await page.getByRole("link", { name: "Price and listing" }).last().click();
  await page.getByLabel(/^Price lamports/).fill("20000");
  await growOld(page);
  // The page was made while the proof was fresh.
  await page.getByRole("button", { name: WALLET_NAME }).click();
  await page.getByRole("button", { name: "Sign the message" }).click();
  await page.getByRole("button", { name: "Send me the link" }).click();
  await expect(page.getByText(`The link is on its way to ${email}.`)).toBeVisible();
  await page.goto(await mailedLink(page, email));
  await expect(page.getByLabel(/^Price lamports/)).toHaveValue("20000");
  await page.getByRole("button", { name: WALLET_NAME }).click();
  await page.getByRole("button", { name: "Sign the message" }).click();
  await expect(page.getByText("A paid skill needs a wallet to be paid to.")).toBeHidden();
  await expect(page.getByLabel(/^Price lamports/)).toHaveValue("20000");
});

test("a name is chosen at the first publication, and one that cannot be had comes back", async ({ page }) => {
  const name = `named-${Date.now()}`;
  const email = `${name}@example.org`;
  await page.goto("/sign-in?return=%2Fpublish");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send me the link" }).click();
  await expect(page.getByText(`A link is on its way to ${email}.`)).toBeVisible();
  await page.goto(await mailedLink(page, email));
  await page.getByRole("link", { name: "Later" }).click();
  const chosen = page.getByLabel(/^Your name/);
  await page.goto("/publish");
  await page
    .getByLabel(/^Package/)
    .setInputFiles({ name: `${name}.skill`, mimeType: "application/zip", buffer: sampleArchive(name) });
  await continueWhenChecked(page);
  await page.getByRole("button", { name: "Start vetting" }).click();
  await expect(page.getByText(/^Approved in/)).toBeVisible();
  await page.getByRole("link", { name: "Price and listing" }).last().click();
  await page.getByRole("button", { name: "Review everything" }).click();
  await expect(chosen).toHaveAccessibleDescription(/stays user-[0-9a-f]{10}\.$/);
  await chosen.fill("Emporion");
  await page.getByRole("button", { name: /^Publish \d/ }).click();
  await expect(page.getByRole("alert").getByRole("link")).toHaveAttribute("href", "#username");
  await expect(chosen).toHaveValue("Emporion");
  expect(await objectionsInEveryView(page)).toEqual([]);
  await chosen.fill(name.toUpperCase());
  await page.getByRole("button", { name: /^Publish \d/ }).click();
  await expect(page.getByText("Approved and listed.")).toBeVisible();
  await page.goto(`/people/${name}`);
  await expect(page.getByRole("link", { name }).first()).toBeVisible();
});

test("review and sign: applying links a wallet on the way, and one press leads on to the next case", async ({
  browser,
  baseURL,
  page,
  context,
}) => {
  const name = `reviewed-${Date.now()}`;
  const email = `${name}@example.org`;
  const creator = await browser.newContext(baseURL ? { baseURL } : {});
  await openSession(creator, baseURL, person(`publishes ${name}`));
  const key = await makeKey(await creator.newPage());
  const headers = { "x-api-key": key };
  for (const skill of [`${name}-one`, `${name}-two`]) {
    await publish(creator.request, key, skill);
    const asked = await creator.request.post(`/v1/skills/${skill}/audit-request`, { headers, data: {} });
    expect(asked.ok()).toBe(true);
  }
  await creator.close();
  const complaint = `It counts nothing. ${name}`;
  expect(await reportFromElsewhere(baseURL ?? "", `${name}-two`, complaint)).toBe(201);

  await installTestWallet(context, person(name));
  await page.goto("/sign-in?return=%2Fdashboard");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send me the link" }).click();
  await expect(page.getByText(`A link is on its way to ${email}.`)).toBeVisible();
  await page.goto(await mailedLink(page, email));
  await page.getByRole("link", { name: "Later" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  const applying = new Journey(page, "applying");
  await applying.open("/review");
  await applying.write(page.getByLabel(/^Name/), `Reader ${name}`);
  await applying.write(page.getByLabel(/^About you/), "I read code.");
  await applying.press(page.getByRole("button", { name: WALLET_NAME }));
  await applying.press(page.getByRole("button", { name: "Sign the message" }));
  const send = page.getByRole("button", { name: "Sign and send the application" });
  await awake(send);
  await applying.press(send);
  await expect(page.getByText("Your application is waiting.")).toBeVisible();
  applying.assertCosts();

  const office = await openOffice(browser, baseURL, "/administration/audits");
  const application = office.getByRole("listitem").filter({ hasText: `Reader ${name}` });
  const enrol = application.getByRole("button", { name: "Enrol" });
  await expect(enrol).toHaveAccessibleDescription(/what they sign counts from now on/);
  await enrol.click();
  await expect(office.getByRole("link", { name: "Take it back" })).toHaveAttribute("href", /#verifiers$/);
  // Without a look for it, the oldest case of all is where the key leads: the report waits at least.
  await pressKey(office, "g");
  await expect(office).toHaveURL(/#case-/);
  await office.goto("/administration");
  expect(await objectionsInEveryView(office)).toEqual([]);
  await office
    .getByRole("row", { name: `${name}-two` })
    .getByRole("link")
    .click();
  const report = office.getByRole("listitem").filter({ hasText: complaint });
  await report.getByLabel(/^Decision/).fill("It counts words.");
  await report.getByRole("button", { name: "Dismiss" }).click();
  await expect(report).toHaveCount(0);
  await office.context().close();

  const reviewing = new Journey(page, "reviewing");
  await reviewing.open("/review");
  await reviewing.press(page.getByRole("table").getByRole("link", { name: `${name}-one` }));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(`${name}-one`);
  const first = page.url();
  await tickAll(page);
  await reviewing.press(page.getByRole("button", { name: "Show what will be signed" }));
  await reviewing.press(page.getByRole("button", { name: /^Sign with / }));
  await expect(page.getByText("Signed and recorded.")).toBeVisible();
  await reviewing.press(page.getByRole("link", { name: "Open the next version" }));
  await expect(page).not.toHaveURL(new RegExp(`^${first}`));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  reviewing.assertCosts();
});
