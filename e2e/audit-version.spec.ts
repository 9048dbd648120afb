import { expect, person, test } from "./fixtures";
import { installTestWallet, WALLET_NAME } from "./test-wallet";

const ADMINISTRATOR = "administrates";

test("a verifier reads a version, signs with the wallet, and the seal shows", async ({
  browser,
  baseURL,
  page,
  signIn,
}) => {
  const verifier = person("verifies");
  await signIn(page, verifier);

  // The administrator enrols the wallet that has just signed in.
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const office = await context.newPage();
  await installTestWallet(context, person(ADMINISTRATOR));
  await office.goto("/sign-in?return=/administration");
  await office.getByRole("button", { name: WALLET_NAME }).click();
  await office.getByRole("button", { name: "Sign the message" }).click();
  await office.waitForURL("**/administration");
  await office.getByLabel(/^Wallet/).fill(verifier.address);
  await office.getByLabel(/^Name/).fill("A careful reader");
  await office.getByRole("button", { name: "Enrol verifier" }).click();
  await expect(office.getByText(verifier.address)).toBeVisible();
  await context.close();

  // The statement is shown even before scripts have arrived.
  const plain = await browser.newContext({
    ...(baseURL ? { baseURL } : {}),
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const unscripted = await plain.newPage();
  await unscripted.goto("/review");
  await unscripted.getByRole("link", { name: "unit-conversion" }).click();
  await unscripted.getByLabel("Ask for changes").check();
  await unscripted.getByRole("button", { name: "Show what will be signed" }).click();
  await expect(unscripted.getByText("urn:emporion:skill-audit:v1")).toBeVisible();
  await expect(unscripted.getByLabel("Ask for changes")).toBeChecked();
  await plain.close();

  await page.goto("/review");
  await page.getByRole("link", { name: "unit-conversion" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("unit-conversion");
  await page.getByRole("button", { name: "Show what will be signed" }).click();
  await expect(page.getByText("urn:emporion:skill-audit:v1")).toBeVisible();
  await page.getByRole("button", { name: "Sign with your wallet" }).click();
  await expect(page.getByText("Signed and recorded.")).toBeVisible();

  await page.goto("/skills/unit-conversion/security");
  await expect(page.getByText(verifier.address)).toBeVisible();
  const found = (await (
    await page.request.get("/v1/agent/search?q=unit-conversion&audit=Audited")
  ).json()) as {
    results: { name: string }[];
  };
  expect(found.results.map((result) => result.name)).toContain("unit-conversion");
});
