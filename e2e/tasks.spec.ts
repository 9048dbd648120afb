import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Browser, Locator, Page } from "@playwright/test";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { DEFAULT_LOCALE, LOCALES, type Locale } from "@/lib/platform/i18n/routing";
import { getTranslations } from "@/lib/platform/i18n/translations";
import { PICTURE_SIZE } from "@/lib/web/documents/picture-address";
import { PRICED_SKILL } from "./api";
import { awake } from "./awake";
import { expect, person, test } from "./fixtures";
import { mailedLink } from "./mailed-link";
import { openSession } from "./open-session";
import { makeKey, publish } from "./publish-with-key";
import { pressUntilAllSeen } from "./sign-verdict";

/**
 * The task pages of the documents, step by step as they are written, with the wallet that they name. `RECORD_PICTURES=1`
 * takes their pictures on the way, in every language.
 */
const RECORDS = process.env["RECORD_PICTURES"] === "1";
const PICTURE_QUALITY = 60;
const SETTLED_MS = 500;
/** Stands for what changes in the words of a button. */
const OPEN = "…";
const DEMO_WALLET = "Demo wallet (local ledger only)";

test.describe.configure({ mode: "parallel" });

/** Somebody who follows a task page in their language, in a browser of their own. */
class Reader {
  private constructor(
    readonly page: Page,
    private readonly locale: Locale,
  ) {}

  static async open(browser: Browser, baseURL: string | undefined, locale: Locale): Promise<Reader> {
    const context = await browser.newContext({
      ...(baseURL ? { baseURL } : {}),
      viewport: PICTURE_SIZE,
      colorScheme: "light",
      reducedMotion: "reduce",
      locale,
    });
    return new Reader(await context.newPage(), locale);
  }

  goto = (address: string) => this.page.goto(localizedPath(this.locale, address));

  /** What the page calls a thing; `values` stand in its words. */
  says(key: string, values?: Record<string, string | number>): string {
    const [namespace = "", ...rest] = key.split(".");
    return getTranslations({ locale: this.locale, namespace })(rest.join("."), values);
  }

  /** Buttons whose words begin like this one's, whatever stands in them. */
  buttons(...keys: readonly [key: string, value?: string][]): Locator {
    const beginnings = keys.map(([key, value]) =>
      this.says(key, value === undefined ? {} : { [value]: value === "count" ? 2 : OPEN })
        .split(value === "count" ? "2" : OPEN)
        .map((part) => part.replaceAll(/[^\p{L}\p{N} ]/gu, "\\$&"))
        .join(".+"),
    );
    return this.page.getByRole("button", { name: new RegExp(`^(?:${beginnings.join("|")})`) });
  }

  /** The button or link of these words that is shown. */
  control(key: string, values?: Record<string, string | number>): Locator {
    const name = this.says(key, values);
    const { page } = this;
    return page.getByRole("button", { name }).or(page.getByRole("link", { name })).filter({ visible: true });
  }

  press = (key: string, values?: Record<string, string | number>) =>
    this.control(key, values).first().click();

  /** Takes the picture of this name with the part at its top, where pictures are recorded. */
  async picture(name: string, part?: Locator): Promise<void> {
    const show = () =>
      part === undefined
        ? this.page.evaluate(() => scrollTo(0, 0))
        : part.first().evaluate((element) => element.scrollIntoView({ block: "center" }));
    await show();
    if (!RECORDS) return;
    // What the page does after a press, such as leading the focus on, has come to its end.
    await this.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await this.page.waitForTimeout(SETTLED_MS);
    await show();
    const session = await this.page.context().newCDPSession(this.page);
    const { data } = await session.send("Page.captureScreenshot", {
      format: "webp",
      quality: PICTURE_QUALITY,
    });
    fs.writeFileSync(`docs/images/${this.locale}/${name}.webp`, Buffer.from(data, "base64"));
  }

  /** Joins by mail and comes back to this page. */
  async join(name: string, returnTo: string, picture?: string): Promise<void> {
    const email = `${name}@example.org`;
    await this.page.locator("#sign-in-email").fill(email);
    if (picture !== undefined) await this.picture(picture);
    await this.press("register.submit");
    await expect(this.page.getByText(email)).toBeVisible();
    await this.page.goto(await mailedLink(this.page, email));
    await this.page.locator("#username").fill(name);
    await this.press("signIn.name.save");
    await this.page.waitForURL(`**${returnTo}`);
  }

  /** Links the demo wallet where the page asks for a wallet. */
  async linkWallet(): Promise<void> {
    await this.page.getByRole("button", { name: DEMO_WALLET }).click();
    await this.press("signIn.wallet.sign");
  }
}

/** The command of this checkout, in a folder and a language. */
const emporion = (folder: string, baseURL: string | undefined, ...args: string[]) =>
  promisify(execFile)(process.execPath, [path.resolve("scripts/emporion.mjs"), ...args], {
    cwd: folder,
    env: { ...process.env, EMPORION_MARKET: baseURL ?? "", HOME: folder },
  });

const newFolder = () => fs.mkdtempSync(path.join(os.tmpdir(), "emporion-task-"));

const LANGUAGE = { en: "en", "zh-Hans": "zh", ko: "ko" } as const satisfies Record<Locale, string>;
/** A market that is started to take pictures is new: nothing in it has these names yet. */
const stamp = RECORDS ? "" : `-${Date.now()}`;

for (const locale of RECORDS ? LOCALES : [DEFAULT_LOCALE]) {
  const language = LANGUAGE[locale];

  test(`install your first skill, in ${locale}`, async ({ browser, baseURL }) => {
    const reader = await Reader.open(browser, baseURL, locale);
    await reader.goto("/skills?q=csv");
    await reader.picture("install-find", reader.page.locator("main h1"));
    await reader.page.getByRole("link", { name: "csv-profile" }).first().click();
    await reader.page.waitForURL("**/skills/csv-profile");
    const command = reader.page.getByText(/emporion\.tgz add csv-profile/).first();
    await expect(command).toBeVisible();
    await reader.picture("install-command", command);
    const project = newFolder();
    await emporion(project, baseURL, "add", "csv-profile", "--agent", "claude-code");
    expect(fs.existsSync(path.join(project, ".claude/skills/csv-profile/SKILL.md"))).toBe(true);
    for (const command of [["verify"], ["update"], ["remove", "csv-profile"]])
      await emporion(project, baseURL, ...command);
    fs.rmSync(project, { recursive: true });
    await reader.page.context().close();
  });

  test(`publish your first skill, and get paid, in ${locale}`, async ({ browser, baseURL }) => {
    const name = `text-length-${language}${stamp}`;
    const folder = newFolder();
    await emporion(folder, baseURL, "init", name, "--template", "script", "--language", language);
    await emporion(folder, baseURL, "pack", name);
    const reader = await Reader.open(browser, baseURL, locale);
    const { page } = reader;
    await reader.goto("/publish");
    await reader.join(`maker-${language}${stamp}`, "/publish", "publish-join");
    const file = page.locator('input[type="file"]').first();
    await reader.picture("publish-package", file);
    await file.setInputFiles(path.join(folder, `${name}.skill`));
    // The button moves while the verdicts come.
    await expect(page.getByText(reader.says("validate.check.checked"), { exact: true })).toBeVisible();
    await reader.press("publish.form.submit");
    await expect(reader.control("publish.form.vet").first()).toBeVisible();
    await reader.picture("publish-check", page.locator("main h1"));
    await reader.press("publish.form.vet");
    await reader.control("publish.toPrice").last().click();
    await page.locator('[name="price_lamports"]').fill("20000");
    await reader.linkWallet();
    await reader.press("run.form.takeTestMoney");
    await expect(page.getByText(reader.says("publish.payee.empty"))).toHaveCount(0);
    await reader.picture("paid-price", page.locator('[name="price_lamports"]'));
    await reader.press("publish.toReview");
    await reader.press("publish.publish", { version: "0.1.0" });
    await expect(page.getByText(reader.says("publish.published"))).toBeVisible();
    await reader.picture("publish-done", page.locator("main h1"));

    const buyer = await Reader.open(browser, baseURL, locale);
    await buyer.goto(`/skills/${name}`);
    await buyer.press("run.form.useExample");
    await buyer.page.getByRole("button", { name: DEMO_WALLET }).click();
    await buyer.press("run.form.takeTestMoney");
    await buyer.page.locator("#run button[type=submit]").click();
    await expect(buyer.page.getByTestId("run-output")).toBeVisible();
    await buyer.page.context().close();
    await reader.goto("/dashboard");
    await reader.picture("paid-earnings", page.locator("main h1"));
    fs.rmSync(folder, { recursive: true });
    await page.context().close();
  });

  test(`pay without owning crypto, in ${locale}`, async ({ browser, baseURL }) => {
    const reader = await Reader.open(browser, baseURL, locale);
    const { page } = reader;
    await reader.goto(`/skills/${PRICED_SKILL}`);
    await reader.press("run.form.useExample");
    await page.getByRole("button", { name: DEMO_WALLET }).click();
    await expect(reader.control("run.form.takeTestMoney").first()).toBeVisible();
    await reader.picture("pay-wallet", reader.control("run.form.takeTestMoney"));
    await reader.press("run.form.takeTestMoney");
    await page.locator("#run button[type=submit]").click();
    await expect(page.getByTestId("run-output")).toBeVisible();
    await reader.picture("pay-done", page.getByText(reader.says("run.form.paid"), { exact: true }));
    await reader.press("run.form.receipt");
    await page.waitForURL("**/receipts/*");
    await reader.picture("pay-receipt", page.locator("main h1"));
    await page.context().close();
  });

  test(`audit a version, in ${locale}`, async ({ browser, baseURL }) => {
    const name = `count-words-${language}${stamp}`;
    const who = { en: "Ada Reed", zh: "周敏", ko: "이수진" }[language] + stamp;
    const about = {
      en: "I review Python at work.",
      zh: "我在工作中审阅 Python 代码。",
      ko: "회사에서 Python 코드를 검토합니다.",
    }[language];
    const creator = await browser.newContext(baseURL ? { baseURL } : {});
    await openSession(creator, baseURL, person(`publishes ${name}`));
    const key = await makeKey(await creator.newPage());
    await publish(creator.request, key, name);
    await creator.request.post(`/v1/skills/${name}/audit-request`, {
      headers: { "x-api-key": key },
      data: {},
    });
    await creator.close();

    const reader = await Reader.open(browser, baseURL, locale);
    const { page } = reader;
    await reader.goto("/review");
    await reader.join(`reader-${language}${stamp}`, "/review");
    await page.locator('[name="name"]').fill(who);
    await page.locator('[name="about"]').fill(about);
    await reader.linkWallet();
    await expect(reader.control("review.apply.send").first()).toBeEnabled();
    await reader.picture("audit-apply", page.locator('[name="about"]'));
    const send = reader.control("review.apply.send").first();
    await awake(send);
    await send.click();
    await expect(page.getByText(reader.says("review.apply.waiting"))).toBeVisible();

    const office = await Reader.open(browser, baseURL, locale);
    await openSession(office.page.context(), baseURL, person("administrates"));
    await office.goto("/administration/audits");
    const application = office.page.getByRole("listitem").filter({ hasText: who });
    await office.picture("market-enrol", application);
    const enrol = application.getByRole("button", {
      name: office.says("audits.administration.grant"),
      exact: true,
    });
    await enrol.click();
    await expect(enrol).toHaveCount(0);
    await office.page.context().close();

    await reader.goto("/review");
    await reader.picture("audit-queue", page.getByRole("row").nth(2));
    await page.getByRole("table").getByRole("link", { name }).click();
    // Several are read together where there are few: each press marks all that is shown.
    const seen = reader.buttons(["review.seen.mark"], ["review.seen.markAll", "count"]);
    await reader.picture("audit-read", seen);
    await pressUntilAllSeen(page, seen);
    const tick = reader.buttons(["review.tick"]);
    while ((await tick.count()) > 0) {
      const before = await tick.count();
      await tick.first().click();
      await expect(tick).toHaveCount(before - 1);
    }
    await reader.press("review.signing.prepare");
    const sign = reader.buttons(["review.statement.sign", "address"]);
    await reader.picture("audit-sign", sign);
    await sign.click();
    await expect(page.getByText(reader.says("review.signed"))).toBeVisible();
    await page.context().close();
  });

  test(`run a market, in ${locale}`, async ({ browser, baseURL }) => {
    const reader = await Reader.open(browser, baseURL, locale);
    await reader.goto("/");
    await reader.picture("market-front");
    await reader.goto("/outbox");
    await reader.page.context().close();
  });
}
