import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { APIRequestContext, Browser, Page } from "@playwright/test";
import { objectionsInEveryView, STILL } from "./axe";
import { expect, person, test } from "./fixtures";
import { makeKey } from "./publish-with-key";
import { continueWhenChecked } from "./publish-steps";
import { sampleArchive } from "./sample-skill";
import { signVerdict, tickAll } from "./sign-verdict";
import { installTestWallet, WALLET_NAME } from "./test-wallet";

test.use(STILL);

const run = promisify(execFile);

const ADD = ["add", "--agent", "claude-code"] as const;

/** The command, as npm runs it, against the market of the tests. */
async function emporion(market: string, env: Record<string, string>, ...args: string[]): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "emporion-"));
  try {
    await run(process.execPath, [path.resolve("scripts/emporion.mjs"), ...args], {
      cwd: folder,
      env: { ...process.env, EMPORION_MARKET: market, HOME: folder, ...env },
    });
    return await readFile(path.join(folder, ".claude/skills", args[ADD.length] ?? "", "SKILL.md"), "utf8");
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function open(browser: Browser, baseURL: string | undefined, who: string, to: string): Promise<Page> {
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const page = await context.newPage();
  await installTestWallet(context, person(who));
  await page.goto(`/sign-in?return=${encodeURIComponent(to)}`);
  await page.getByRole("button", { name: WALLET_NAME }).click();
  await page.getByRole("button", { name: "Sign the message" }).click();
  await page.waitForURL(`**${to}`);
  return page;
}

async function publishAs(page: Page, name: string, access: string): Promise<void> {
  await page.goto("/publish");
  await page.getByLabel(/^Package/).setInputFiles({
    name: "a.skill",
    mimeType: "application/zip",
    buffer: sampleArchive(name),
  });
  await continueWhenChecked(page);
  await page.getByRole("button", { name: "Start vetting" }).click();
  await expect(page.getByText(/^Approved in/)).toBeVisible();
  await page.getByRole("link", { name: "Price and listing" }).last().click();
  await page.getByRole("button", { name: "Review everything" }).click();
  await page.getByRole("radio", { name: access }).check();
  expect(await objectionsInEveryView(page)).toEqual([]);
  await page.getByRole("button", { name: /^Publish \d/ }).click();
  await page.waitForURL(/\/publish\/ver_/);
}

const status = async (request: APIRequestContext, address: string, headers: Record<string, string> = {}) =>
  (await request.get(address, { headers })).status();

test("a private skill is run, read with a token, sealed by a stranger with a right, and made public with its history", async ({
  browser,
  baseURL,
  page,
  request,
  signIn,
}) => {
  const name = `private-${Date.now()}`;
  const [owner, reader] = [person(`owns ${name}`), person(`reads ${name}`)];
  await signIn(page, owner, "/publish");
  await publishAs(page, name, "Private");
  const key = await makeKey(page);
  const asOwner = { "x-api-key": key };
  await expect.poll(() => status(request, `/v1/skills/${name}`, asOwner)).toBe(200);

  // Nobody else is shown it.
  expect(await status(request, `/v1/skills/${name}`)).toBe(404);
  expect(await status(request, `/skills/${name}`)).toBe(404);
  await page.goto(`/skills/${name}`);
  await expect(page.getByText("Only its owner, those who maintain it")).toBeVisible();

  // Its owner runs it.
  const ran = await request.post(`/v1/skills/${name}/run`, {
    headers: asOwner,
    data: { input: { text: "hello" } },
  });
  expect(ran.ok(), await ran.text()).toBe(true);

  // A token installs it, and nothing does without.
  await page.goto(`/dashboard/access?skill=${name}`);
  expect(await objectionsInEveryView(page)).toEqual([]);
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("build server");
  await page.getByRole("button", { name: "Make the token" }).click();
  const token = (await page.getByTestId("new-token").innerText()).trim();
  const market = baseURL ?? "";
  const text = await emporion(market, { EMPORION_READ_TOKEN: token }, ...ADD, name, "--yes");
  expect(text).toContain(name);
  await expect(emporion(market, {}, ...ADD, name, "--yes")).rejects.toThrow(/no published skill|not found/i);

  // A verifier finds it once the owner has let them read it.
  const desk = await open(browser, baseURL, `reads ${name}`, "/review");
  const office = await open(browser, baseURL, "administrates", "/administration/audits");
  await office.getByLabel(/^Wallet/).fill(reader.address);
  await office.getByLabel(/^Name/).fill(`Reader of ${name}`);
  await office.getByRole("button", { name: "Enrol verifier" }).click();
  await expect(office.getByText(reader.address)).toBeVisible();
  const account = await (await desk.request.get("/account")).text();
  const username = /\/people\/([\w-]+)/.exec(account)?.[1] ?? "";
  await page.goto(`/dashboard/access?skill=${name}`);
  await page.getByRole("textbox", { name: "Username" }).fill(username);
  await page.getByRole("button", { name: "Let them read it" }).click();
  await expect(page.getByRole("heading", { name: username })).toBeVisible();
  const link = desk.getByRole("table").getByRole("link", { name });
  for (let number = 1; number < 20 && (await link.count()) === 0; number++)
    await desk.goto(`/review?page=${number}`);
  await link.click();
  await expect(desk.getByText("not public: what you sign says so")).toBeVisible();
  await desk.getByRole("button", { name: /^Reserve/ }).click();
  await tickAll(desk);
  await signVerdict(desk);

  // Made public, it has the seal with its mark, and what happened before.
  await page.goto(`/dashboard/access?skill=${name}`);
  await page.getByRole("radio", { name: /^Public/ }).check();
  await page.getByRole("button", { name: "Change who sees it" }).click();
  await expect(page.getByText("Done.")).toBeVisible();
  expect(await status(request, `/v1/skills/${name}`)).toBe(200);
  const stranger = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
  await stranger.goto(`/skills/${name}`);
  await expect(stranger.getByText(/read under confidentiality/).first()).toBeVisible();
  await stranger.goto(`/skills/${name}/security`);
  await expect(stranger.getByText("The files were not public when they were read")).toBeVisible();
  const { results } = (await (await request.get(`/v1/skills/${name}/versions`)).json()) as {
    results: unknown[];
  };
  expect(results).toHaveLength(1);
});

test("a call-only skill is called by a stranger and installed by nobody, and says so", async ({
  baseURL,
  page,
  request,
  signIn,
  browser,
}) => {
  const name = `call-only-${Date.now()}`;
  await signIn(page, person(`sells ${name}`), "/publish");
  await publishAs(page, name, "Call-only");
  await expect.poll(() => status(request, `/v1/skills/${name}`)).toBe(200);
  const called = await request.post(`/v1/skills/${name}/run`, { data: { input: { text: "hello" } } });
  expect(called.ok(), await called.text()).toBe(true);
  const refused = await request.get(`/v1/skills/${name}/download`);
  expect([refused.status(), await refused.text()]).toEqual([403, expect.stringContaining("FILES_NOT_GIVEN")]);
  await expect(emporion(baseURL ?? "", {}, ...ADD, name, "--yes")).rejects.toThrow(/called/i);
  const stranger = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
  await stranger.goto(`/skills/${name}`);
  await expect(stranger.getByText("Called here, not installed").first()).toBeVisible();
  expect(await objectionsInEveryView(stranger)).toEqual([]);
});
