import { objectionsInEveryView } from "./axe";
import { expect, person, test } from "./fixtures";
import { installTestWallet, WALLET_NAME } from "./test-wallet";

const PASSWORD = "a long enough password";

interface Draft {
  name: string;
  agent: string;
  claim_url: string;
}

/** Uploads a draft as an agent without an account does. */
async function uploadDraft(market: string, contactEmail?: string): Promise<Draft> {
  const name = `changelog-writer-${Date.now()}`;
  const agent = `claude-sonnet-4-6-${Date.now()}`;
  const answer = await fetch(`${market}/v1/drafts/upload`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-agent-author": `${agent}@anthropic` },
    body: JSON.stringify({
      skill_md: `---\nname: ${name}\ndescription: Writes a changelog from commits\n---\n\n# Changelog\n`,
      files: { "main.py": "print(1)\n" },
      ...(contactEmail === undefined ? {} : { contact_email: contactEmail }),
    }),
  });
  expect(answer.status).toBe(201);
  return { ...((await answer.json()) as Draft), name, agent };
}

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a person claims a draft by mail, sets a password and signs in", async ({ page, baseURL }) => {
    const email = `min.seo.${Date.now()}@example.org`;
    const draft = await uploadDraft(baseURL ?? "");
    await page.goto(`/skills/${draft.name}`);
    await expect(page.getByText("by Claude Sonnet 4.6")).toBeVisible();
    await expect(page.getByText(/DRAFT · claim by/).first()).toBeVisible();

    await page.goto(draft.claim_url);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Claim ${draft.name}`);
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send me the link" }).click();
    await expect(page.getByText("Check your email")).toBeVisible();

    await page.getByRole("link", { name: "Read the email in its outbox" }).click();
    const mail = page.getByRole("article").filter({ hasText: email }).first();
    await mail.getByRole("link", { name: /\/drafts\/verify/ }).click();
    await page.setViewportSize({ width: 360, height: 800 });
    const confirm = page.getByRole("button", { name: `Confirm and claim ${draft.name}` });
    expect(await confirm.evaluate((button) => button.scrollWidth - button.clientWidth)).toBe(0);
    await confirm.click();
    await expect(page.getByText(`${draft.name} is yours`)).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(draft.name);
    await page.reload();
    await expect(page.getByText(`${draft.name} is yours`)).toBeVisible();

    await page.getByRole("link", { name: "Set a password" }).click();
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(page.getByText("Your password is set.")).toBeVisible();

    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("Sign-in failed.")).toBeVisible();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/dashboard");
    await expect(page.getByText(draft.name).first()).toBeVisible();
    await page.goto("/account");
    await expect(page.getByText(email)).toBeVisible();

    await page.goto(draft.claim_url);
    await expect(page.getByText("This draft already has an owner")).toBeVisible();
    await expect(page.getByRole("link", { name: "View the skill" })).toBeVisible();

    for (const path of ["/drafts/claim", "/drafts/verify", "/drafts/claim-agent", "/owners/verify"]) {
      await page.goto(`${path}?token=cut-off`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link is not valid");
      await expect(page.getByRole("main").getByRole("link", { name: "Browse skills" })).toBeVisible();
    }
  });
});

test("an agent's owner confirms it and adds a wallet; axe objects to no page of it, nor does one scroll sideways", async ({
  page,
  context,
  baseURL,
}) => {
  const email = `axe.${Date.now()}@example.org`;
  const draft = await uploadDraft(baseURL ?? "", email);
  await page.goto("/outbox");
  const link = page.getByRole("article").filter({ hasText: email }).getByRole("link");
  const agentLink = (await link.first().getAttribute("href")) ?? "";
  const pages = [draft.claim_url, `${draft.claim_url}&sent=1`, "/drafts/verify?token=nope", agentLink];
  for (const address of [...pages, "/login", "/outbox"]) {
    await page.goto(address);
    expect(await objectionsInEveryView(page), address).toEqual([]);
  }

  await page.goto(agentLink);
  await page.getByRole("button", { name: /^Yes, Claude Sonnet 4\.6/ }).click();
  await expect(page.getByText("Its drafts belong to your account now.")).toBeVisible();
  await page.getByRole("link", { name: "Set a password" }).click();
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/dashboard");

  const who = person(`adds a wallet ${Date.now()}`);
  await installTestWallet(context, who);
  await page.goto("/account");
  await expect(page.getByText("None yet.")).toBeVisible();
  await page.getByRole("button", { name: WALLET_NAME }).click();
  await expect(page.getByText("wants you to sign in with your Solana account")).toBeVisible();
  await page.getByRole("button", { name: "Sign the message" }).click();
  await expect(page.getByRole("region", { name: "Wallets" }).getByText(who.address)).toBeVisible();
});
