import { PRICED_SKILL } from "./api";
import { expect, person, test } from "./fixtures";
import { growOld } from "./grow-old";
import { Journey } from "./journey";
import { mailedLink } from "./mailed-link";
import { continueWhenChecked } from "./publish-steps";
import { sampleArchive } from "./sample-skill";
import { installTestWallet, WALLET_NAME } from "./test-wallet";

test("from nothing to a paid skill: joining, linking a wallet and test money happen on the way", async ({
  page,
  context,
}) => {
  const name = `from-nothing-${Date.now()}`;
  const email = `${name}@example.org`;
  await installTestWallet(context, person(name));
  const journey = new Journey(page, "publishing a paid skill from nothing");
  await journey.open("/publish");
  await journey.press(page.getByRole("link", { name: "Create an account" }));
  await journey.write(page.getByLabel("Email"), email);
  await journey.press(page.getByRole("button", { name: "Send me the link" }));
  await expect(page.getByText(`A link is on its way to ${email}.`)).toBeVisible();
  await journey.open(await mailedLink(page, email));
  await expect(page).toHaveURL(/\/publish$/);

  const file = { name: `${name}.skill`, mimeType: "application/zip", buffer: sampleArchive(name) };
  await journey.choose(page.getByLabel(/^Package/), file);
  await continueWhenChecked(page);
  await journey.press(page.getByRole("button", { name: "Start vetting" }));
  await expect(page.getByText(/^Approved in/)).toBeVisible();
  await journey.press(page.getByRole("link", { name: "Price and listing" }).last());
  await journey.write(page.getByLabel(/^Price lamports/), "20000");
  await journey.press(page.getByRole("button", { name: WALLET_NAME }));
  await journey.press(page.getByRole("button", { name: "Sign the message" }));
  // What was written stays; that the wallet holds nothing yet is said of the price once it is kept, and mended there.
  await expect(page.getByText("A paid skill needs a wallet to be paid to.")).toBeHidden();
  await expect(page.getByLabel(/^Price lamports/)).toHaveValue("20000");
  await journey.press(page.getByRole("button", { name: "Review everything" }));
  await journey.press(page.getByRole("button", { name: "Get test money here" }));
  await expect(page.getByText("balance is too low")).toBeHidden();
  await journey.press(page.getByRole("button", { name: /^Publish \d/ }));
  await expect(page.getByText("Approved and listed.")).toBeVisible();
  const { pages, fields } = journey.tell();
  expect(pages).toBeLessThanOrEqual(11);
  expect(fields).toBe(3);

  // What comes next stands on the page where it ended.
  await expect(page.getByText(new RegExp(`npx skills add .*/skills/${name}/v/1.0.0`))).toBeVisible();
  await expect(page.getByRole("img", { name: `Badge of ${name}` })).toBeVisible();
  await page.getByRole("button", { name: "Request an audit" }).click();
  await expect(page.getByText("Waiting for a verifier")).toBeVisible();
  await page.getByRole("link", { name: "Add a domain" }).click();
  await page.getByRole("link", { name: "Back to where you were" }).click();
  await expect(page.getByText("Approved and listed.")).toBeVisible();
});

test("a call is bought with a wallet that was empty, on one page", async ({ page, context }) => {
  await installTestWallet(context, person(`buys with nothing ${Date.now()}`));
  const journey = new Journey(page, "buying with an empty wallet");
  await journey.open(`/skills/${PRICED_SKILL}`);
  await journey.press(page.getByRole("button", { name: "Use the first example" }));
  await journey.press(page.getByRole("button", { name: WALLET_NAME }));
  await journey.press(page.getByRole("button", { name: "Get test money here" }));
  const pay = page.getByRole("button", { name: /^Pay / });
  await expect(pay).toBeEnabled();
  await journey.press(pay);
  await expect(page.getByTestId("run-output")).toBeVisible();
  expect(journey.tell()).toEqual({ pages: 1, fields: 0, presses: 4 });
});

test("a price is kept while its person confirms who they are, and links a wallet", async ({
  page,
  context,
}) => {
  const name = `confirms-first-${Date.now()}`;
  const email = `${name}@example.org`;
  await installTestWallet(context, person(name));
  await page.goto("/register?return=%2Fpublish");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send me the link" }).click();
  await expect(page.getByText(`A link is on its way to ${email}.`)).toBeVisible();
  await page.goto(await mailedLink(page, email));
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
