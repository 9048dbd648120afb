import type { Page } from "@playwright/test";
import { awake, pressKey } from "./awake";
import { objections } from "./axe";
import { expect, person, test } from "./fixtures";
import { releaseOf, type Release } from "./counting-release";
import { continueWhenChecked, publishFromCheck } from "./publish-steps";
import { signVerdict, tickAll } from "./sign-verdict";
import { installTestWallet, WALLET_NAME } from "./test-wallet";

const ADMINISTRATOR = "administrates";

async function upload(page: Page, release: Release): Promise<void> {
  await page.goto("/publish");
  await page
    .getByLabel(/^Package/)
    .setInputFiles({ name: "a.skill", mimeType: "application/zip", buffer: releaseOf(release) });
  await continueWhenChecked(page);
}

async function publish(page: Page, release: Release): Promise<void> {
  await upload(page, release);
  await publishFromCheck(page);
  await expect(page.getByText("Approved and listed.")).toBeVisible();
}

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
  await office.goto("/sign-in?return=%2Fadministration%2Faudits");
  await office.getByRole("button", { name: WALLET_NAME }).click();
  await office.getByRole("button", { name: "Sign the message" }).click();
  await office.waitForURL("**/administration/audits");
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
  await unscripted.getByLabel("Request changes").check();
  await unscripted.getByRole("button", { name: "Show what will be signed" }).click();
  await expect(unscripted.locator("dd", { hasText: "urn:emporion:skill-audit:v1" })).toBeVisible();
  await expect(unscripted.getByLabel("Request changes")).toBeChecked();
  await plain.close();

  await page.goto("/review");
  await page.getByRole("button", { name: "Reserve for two hours unit-conversion" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("unit-conversion");
  await expect(page).toHaveTitle(/ · unit-conversion [0-9.]+ – Emporion$/);
  await expect(page.getByText("yours until")).toBeVisible();
  await expect(page.getByText("You can seal once")).toBeVisible();
  await tickAll(page);
  await signVerdict(page);
  await expect(page.getByRole("img", { name: /Audited · Emporion/ })).toBeVisible();

  await page.goto("/skills/unit-conversion/security");
  await expect(page.getByText(verifier.address)).toBeVisible();
  const found = (await (
    await page.request.get("/v1/agent/search?q=unit-conversion&audit=Audited")
  ).json()) as {
    results: { name: string }[];
  };
  expect(found.results.map((result) => result.name)).toContain("unit-conversion");
});

test("a seal, a patch that carries it, a patch that is none, a reduced and a full audit, and a challenge", async ({
  browser,
  baseURL,
  page,
  signIn,
}) => {
  const name = `audited-${Date.now()}`;
  const open = async (who: string, returnTo: string) => {
    const context = await browser.newContext(baseURL ? { baseURL } : {});
    const other = await context.newPage();
    await installTestWallet(context, person(who));
    await other.goto(`/sign-in?return=${encodeURIComponent(returnTo)}`);
    await other.getByRole("button", { name: WALLET_NAME }).click();
    await other.getByRole("button", { name: "Sign the message" }).click();
    await other.waitForURL(`**${returnTo}`);
    return other;
  };

  // A reader applies, an administrator enrols.
  const reader = await open(`applies ${name}`, "/review");
  await reader.getByLabel(/^Name/).fill(`Applicant ${name}`);
  await reader.getByLabel(/^About you/).fill("I read code for a living.");
  const send = reader.getByRole("button", { name: "Sign and send the application" });
  await awake(send);
  await send.click();
  await expect(reader.getByText("Your application is waiting.")).toBeVisible();
  const office = await open(ADMINISTRATOR, "/administration/audits");
  const application = office.getByRole("listitem").filter({ hasText: person(`applies ${name}`).address });
  await application.getByRole("button", { name: "Enrol" }).click();
  await expect(office.getByRole("button", { name: `End enrolment Applicant ${name}` })).toBeVisible();

  await signIn(page, person(`publishes ${name}`), "/publish");
  await publish(page, { name, version: "1.0.0" });
  const review = async () => {
    const link = reader.getByRole("table").getByRole("link", { name });
    // The newest waits last, and other tests publish too.
    for (let number = 1; (await link.count()) === 0; number++) await reader.goto(`/review?page=${number}`);
    await link.click();
    await expect(reader.getByRole("heading", { level: 1 })).toContainText(name);
  };
  await review();
  await tickAll(reader);
  await signVerdict(reader);

  await publish(page, { name, version: "1.0.1" });
  await expect(page.getByText("The signed audit of 1.0.0 is carried over.")).toBeVisible();
  await page.goto(`/skills/${name}/versions`);
  await expect(
    page.getByText(/^Audited: 1\.0\.0, every file, sealed .*; this patch was not read$/).first(),
  ).toBeVisible();

  // It says patch, but reaches the network.
  await upload(page, { name, version: "1.0.2", network: true });
  await expect(page.getByText("VERSION_NOT_HIGHER")).toBeVisible();
  await expect(page.getByText("publish it as 2.0.0")).toBeVisible();

  await publish(page, { name, version: "1.1.0", language: true, variable: true });
  await expect(
    page.getByText("A reduced audit is needed: what changed since the last sealed version."),
  ).toBeVisible();
  await review();
  await expect(reader.getByText("Reduced audit: changes since the last seal")).toBeVisible();
  // The patch before it carries its audit, and nobody has read it: what it changed is shown, too.
  await expect(reader.getByText("against 1.0.0, sealed")).toBeVisible();
  const reviewed = new URL(reader.url()).pathname;
  // Without scripts the workspace reads, decides and ticks just as well.
  const plain = await browser.newContext({
    ...(baseURL ? { baseURL } : {}),
    javaScriptEnabled: false,
    storageState: await reader.context().storageState(),
  });
  const unscripted = await plain.newPage();
  await unscripted.goto(reader.url());
  await unscripted.getByRole("link", { name: "Show the whole file" }).click();
  await unscripted.getByRole("link", { name: /WORD_LIMIT/ }).click();
  await expect(unscripted.getByText("Declared access covers observed access (open)")).toBeAttached();
  await expect(unscripted.getByRole("button", { name: /Tick Declared access/ })).toHaveCount(0);
  await unscripted.getByLabel(/^Reason/).fill("   ");
  await unscripted.getByRole("button", { name: /^Accept/ }).click();
  await expect(unscripted.getByRole("alert").first().getByRole("link")).toHaveAttribute("href", /^#reason-/);
  await expect(unscripted.getByLabel(/^Reason/)).toHaveAttribute("aria-invalid", "true");
  await unscripted.getByLabel(/^Reason/).fill("It only bounds the count.");
  await unscripted.getByRole("button", { name: /^Accept/ }).click();
  await expect(unscripted.getByText("It only bounds the count.")).toBeVisible();
  await expect(
    unscripted.getByText("Declared access covers observed access (checked automatically)"),
  ).toBeAttached();
  // Who reads Korean reads what the finding means, and the exact words below it.
  const { pathname, search } = new URL(reader.url());
  await unscripted.goto(`/ko${pathname}${search}`);
  await expect(unscripted.getByText("코드가 선언하지 않은 환경 변수를 읽습니다").first()).toBeVisible();
  await expect(unscripted.getByText(/WORD_LIMIT is read/).first()).toHaveAttribute("lang", "en");
  await plain.close();
  // N leads to the finding in its place, ] to the next file, E opens it; none of them while typing, or when turned off.
  const finding = reader.locator("[data-finding]:focus");
  await pressKey(reader, "n");
  await expect(finding).toContainText("WORD_LIMIT");
  await expect(reader.locator("mark").first()).toBeVisible();
  const firstFile = reader.getByRole("region", { name: "Diff of SKILL.md" });
  await pressKey(reader, "[");
  await expect(firstFile).toBeVisible();
  const narrow = reader.getByRole("link", { name: "Show changes only" });
  await pressKey(reader, "e");
  await expect(narrow).toBeVisible();
  const single = reader.getByLabel("Use single-key shortcuts");
  await pressKey(reader, "?");
  await expect(single).toBeVisible();
  await single.uncheck();
  await reader.getByRole("button", { name: "Close" }).click();
  await reader.keyboard.press("e");
  await expect(narrow).toBeVisible();
  await expect(reader.getByText("language: { type: string").first()).toBeVisible();
  await reader.getByRole("link", { name: "Split" }).click();
  await expect(reader.getByRole("region", { name: "Diff of SKILL.md" })).toBeVisible();
  expect(await objections(reader, "as it stands", "all")).toEqual([]);
  await tickAll(reader);
  await signVerdict(reader);

  await publish(page, { name, version: "2.0.0", language: true, required: true });
  await expect(page.getByText("A full audit is needed: every file.")).toBeVisible();

  // Somebody challenges the audited version; upheld, its seal counts no more.
  const doubter = await open(`doubts ${name}`, "/dashboard");
  await expect(doubter.getByRole("heading", { level: 1 })).toBeVisible();
  await doubter.goto(`/skills/${name}/security?version=1.1.0`);
  await doubter.getByText("Challenge this version").click();
  await doubter.getByLabel(/^What is wrong/).fill("It miscounts.");
  await doubter.getByLabel(/^Evidence/).fill("Give it an empty text.");
  await doubter.getByRole("button", { name: "Open challenge" }).click();
  await expect(doubter.getByText("It miscounts.")).toBeVisible();
  await expect(
    doubter.getByText(/^An administrator decides by .* Until then nothing changes\.$/),
  ).toBeVisible();
  // Whoever reads the skill or is about to pay for it learns of it on every tab.
  await page.goto(`/skills/${name}?version=1.1.0`);
  await page.getByText("One claim against this version waits for a decision.").waitFor();
  await page.getByRole("link", { name: "Read the challenge" }).click();
  await expect(page.getByText("It miscounts.")).toBeVisible();
  // Nobody is asked to write what would be refused: neither a second challenge, nor one of one's own.
  await expect(doubter.getByText("Your challenge is waiting for a decision.")).toBeVisible();
  await expect(doubter.getByLabel(/^What is wrong/)).toHaveCount(0);
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "See challenge" }).click();
  await expect(page.getByText("It miscounts.")).toBeVisible();
  await expect(page.getByText("You publish this skill, so you cannot challenge it.")).toBeVisible();
  expect(await objections(doubter, "as it stands", "all")).toEqual([]);
  await office.goto("/administration/audits");
  expect(await objections(office, "as it stands", "all")).toEqual([]);
  const challenge = office.getByRole("listitem").filter({ hasText: name });
  await expect(challenge.getByText("decide by")).toBeVisible();
  await expect(challenge.getByRole("link", { name })).toHaveAttribute("href", /\?version=1\.1\.0$/);
  await challenge.getByLabel("Reason, public").fill("Confirmed.");
  await challenge.getByRole("button", { name: "Uphold" }).click();
  await expect(challenge.filter({ hasText: "It miscounts." })).toHaveCount(0);
  const versions = await page.request.get(`/v1/agent/search?q=${name}&audit=Audited`);
  expect(((await versions.json()) as { results: unknown[] }).results).toEqual([]);
  await page.goto("/audits");
  await expect(page.getByText("challenge decided").first()).toBeVisible();
  await expect(page.getByRole("row", { name }).getByText("Changes since 1.0.0").first()).toBeVisible();
  await page.goto("/dashboard");
  await expect(page.getByText(`The challenge to ${name} 1.1.0 was upheld`)).toBeVisible();
  // The verifier sees what it was, and what became of the seal; they take it back all the same.
  await reader.goto(reviewed);
  await expect(reader.getByText("This seal no longer counts")).toBeVisible();
  await expect(reader.getByRole("img", { name: /Audited · Emporion/ })).toHaveCount(0);
  await expect(reader.getByRole("link", { name: "It miscounts." })).toBeVisible();
  await reader.goto("/review");
  const sealed = reader.getByRole("listitem").filter({ hasText: `${name} 1.1.0` });
  await expect(sealed.getByText("overturned by a challenge")).toBeVisible();
  const reason = sealed.getByLabel("Reason, public");
  await expect(async () => {
    if (!(await reason.isVisible())) await sealed.getByText("Revoke", { exact: false }).first().click();
    await expect(reason).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await reason.fill("I read too fast.");
  await sealed.getByRole("button", { name: "Revoke this audit" }).click();
  await expect(reader.getByText("The audit is revoked.")).toBeVisible();
  await expect(sealed.getByText("revoked", { exact: true })).toBeVisible();
  for (const other of [reader, office, doubter]) await other.context().close();
});
