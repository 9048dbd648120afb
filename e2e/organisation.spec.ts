import type { Page } from "@playwright/test";
import { LOCALES, type Locale } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { getTranslations } from "@/lib/platform/i18n/translations";
import { objectionsInEveryView, STILL } from "./axe";
import { expect, person, test } from "./fixtures";
import { makeKey, publish } from "./publish-with-key";
import { sampleArchive } from "./sample-skill";

test.use(STILL);

/** Words of the pages in one language. */
function wordsIn(locale: Locale) {
  const of = (namespace: string) => getTranslations({ locale, namespace });
  return { organisations: of("organisations"), dashboard: of("dashboard"), profile: of("profile") };
}

/** Opens a page in a language. */
const open = (page: Page, locale: Locale, address: string) => page.goto(localizedPath(locale, address));

test.describe("the life of an organisation", () => {
  for (const locale of LOCALES)
    test(`in ${locale}: founded, joined, given a skill, published for, priced, left`, async ({
      browser,
      page,
      request,
      signIn,
    }) => {
      test.slow();
      const { organisations: t, dashboard, profile } = wordsIn(locale);
      const stamp = `${locale.slice(0, 2)}-${Date.now()}`;
      const [name, skill] = [`org-${stamp}`, `shared-${stamp}`];
      const own = `/dashboard/organisations/${name}`;
      const clean = async (looked: Page) => expect(await objectionsInEveryView(looked)).toEqual([]);

      await signIn(page, person(`founds in ${locale}`), "/keys");
      const ownersKey = await makeKey(page);
      await publish(request, ownersKey, skill);
      const others = { maintainer: person(`maintains in ${locale}`), money: person(`pays in ${locale}`) };
      const pages = new Map<string, { page: Page; username: string; key: string }>();
      for (const [role, who] of Object.entries(others)) {
        const theirs = await (await browser.newContext()).newPage();
        await signIn(theirs, who, "/settings");
        const username = await theirs.locator("#username").inputValue();
        pages.set(role, { page: theirs, username, key: await makeKey(theirs) });
      }
      const of = (role: keyof typeof others) => {
        const found = pages.get(role);
        if (!found) throw new Error(role);
        return found;
      };

      // A name that cannot be one is refused once, at its field; then the organisation is founded.
      await open(page, locale, "/dashboard/organisations");
      await clean(page);
      await page.locator("#found-username").fill(of("money").username);
      await page.getByRole("button", { name: t("found-send"), exact: true }).click();
      await expect(page.getByRole("main").getByRole("alert")).toHaveCount(1);
      await expect(page.locator("#found-username")).toHaveValue(of("money").username);
      await page.locator("#found-username").fill(name);
      await page.getByRole("button", { name: t("found-send"), exact: true }).click();
      await expect(page.getByText(t("done.founded"))).toBeVisible();
      await expect(page.getByText(t("needs-owner"), { exact: true })).toBeVisible();
      await clean(page);

      // Its last owner does not leave.
      await page.getByRole("button", { name: `${t("leave")} ${name}` }).click();
      await expect(page.getByRole("main").getByRole("alert")).toHaveCount(1);

      for (const role of ["maintainer", "money"] as const) {
        await open(page, locale, own);
        await page.locator("#member-username").fill(of(role).username);
        await page.locator("#member-roles").selectOption(role);
        await page.getByRole("button", { name: t("invite-send"), exact: true }).click();
        await expect(page.getByText(t("done.invited"))).toBeVisible();
        const theirs = of(role).page;
        await open(theirs, locale, "/dashboard");
        await theirs.getByRole("link", { name: dashboard("attention.to-member") }).click();
        await expect(theirs.getByText(t("means.own"))).toBeVisible();
        if (role === "maintainer") await clean(theirs);
        await theirs.getByRole("button", { name: `${t("accept")} ${name}` }).click();
        await expect(theirs.getByText(t("done.joined"))).toBeVisible();
      }

      // The skill is handed over: offered by its owner, accepted by an owner of the organisation.
      await open(page, locale, `/dashboard/transfers?skill=${skill}`);
      await page.locator("#transfer-to").fill(name);
      await page.getByRole("button", { name: dashboard("transfers.send"), exact: true }).click();
      await page.getByRole("button", { name: `${dashboard("transfers.accept")} ${skill}` }).click();
      await expect(page.getByText(dashboard("transfers.done.accepted"))).toBeVisible();
      await open(page, locale, "/dashboard/skills");
      const row = page.getByRole("row", { name: skill });
      await expect(row).toContainText(dashboard("maintainers.of", { name }));

      // The maintainer publishes a version of it, and decides nothing about money or members.
      const maintainer = of("maintainer");
      await publishNext(request, { key: maintainer.key, skill, version: "1.1.0" });
      await open(maintainer.page, locale, own);
      await expect(maintainer.page.getByText("1.1.0")).toBeVisible();
      await expect(maintainer.page.locator("#payee-address, #member-username, #new-domain")).toHaveCount(0);
      await clean(maintainer.page);
      await open(maintainer.page, locale, `/publish?as=${name}`);
      await expect(maintainer.page.locator("#publish-as")).toHaveValue(name);
      await clean(maintainer.page);
      await open(maintainer.page, locale, `/dashboard/prices?skill=${skill}`);
      await expect(maintainer.page.locator("#new-price")).toHaveCount(0);
      const refused = await request.put(`/v1/skills/${skill}/price`, {
        headers: { "x-api-key": maintainer.key },
        data: { price_lamports: "40000" },
      });
      expect(refused.status()).toBe(403);

      // Who handles the money names the wallet that is paid, then the price.
      const money = of("money");
      await open(money.page, locale, own);
      await money.page.locator("#payee-address").fill("no address");
      await money.page.getByRole("button", { name: t("payee-send"), exact: true }).click();
      await expect(money.page.getByRole("main").getByRole("alert")).toContainText(t("payee-wrong"));
      await money.page.locator("#payee-address").fill(others.money.address);
      await money.page.getByRole("button", { name: t("payee-send"), exact: true }).click();
      await expect(money.page.getByText(t("done.payee"))).toBeVisible();
      await clean(money.page);
      await money.page.getByRole("link", { name: `${dashboard("prices.change")} ${skill}` }).click();
      await money.page.locator("#new-price").fill("40000");
      await money.page.getByRole("button", { name: dashboard("prices.send"), exact: true }).click();
      await expect(money.page.getByText(dashboard("prices.done", { name: skill }))).toBeVisible();
      await clean(money.page);

      // Its public page says what it is and names who publishes for it.
      await open(page, locale, `/people/${name}`);
      await expect(page.getByText(profile("organisation"), { exact: true })).toBeVisible();
      await expect(page.getByRole("link", { name: maintainer.username, exact: true })).toBeVisible();
      await expect(page.getByRole("link", { name: money.username, exact: true })).toHaveCount(0);
      await clean(page);

      await open(page, locale, `/settings/webhook?for=${name}`);
      await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
      await clean(page);

      await open(maintainer.page, locale, own);
      await maintainer.page.getByRole("button", { name: `${t("leave")} ${name}` }).click();
      await expect(maintainer.page.getByText(t("done.left"))).toBeVisible();
      expect((await open(maintainer.page, locale, own))?.status()).toBe(404);
      for (const { page: theirs } of pages.values()) await theirs.context().close();
    });
});

async function publishNext(
  request: Parameters<typeof publish>[0],
  { key, skill, version }: { key: string; skill: string; version: string },
): Promise<void> {
  const file = { name: `${skill}.skill`, mimeType: "application/zip", buffer: sampleArchive(skill, version) };
  const headers = { "x-api-key": key };
  const answer = await request.post("/v1/skills/upload", { headers, multipart: { file } });
  expect(answer.ok()).toBe(true);
  const newest = async () =>
    ((await (await request.get(`/v1/skills/${skill}`)).json()) as { version: string }).version;
  await expect.poll(newest).toBe(version);
}
