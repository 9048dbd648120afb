import fs from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { DEFAULT_LOCALE, LOCALES, type Locale } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { inShort, IS_FULL } from "@/lib/testing/full-form";
import { paidReceipt } from "./api";
import { markShown, objections, objectionsWhereNarrow, PHONE, sidewaysOverflow, STILL, WIDE } from "./axe";
import { expect, person, test } from "./fixtures";
import { growOld } from "./grow-old";
import { continueWhenChecked, publishFromCheck } from "./publish-steps";
import { sampleArchive, sampleSkillMd } from "./sample-skill";
import {
  AS_WELL,
  MADE_FIRST,
  OF_ADMINISTRATION,
  OF_AN_ACCOUNT,
  ON_A_JOURNEY,
  PUBLIC,
} from "./page-addresses";

const VIEWS = [
  { view: "light", colorScheme: "light", size: WIDE },
  { view: "dark", colorScheme: "dark", size: WIDE },
  { view: "dark-phone", colorScheme: "dark", size: PHONE },
  { view: "light-phone", colorScheme: "light", size: PHONE },
] as const;
type View = (typeof VIEWS)[number]["view"];
/** `PICTURES=directory` keeps a picture of each page in each view and language there. */
const PICTURES = process.env["PICTURES"];

test.describe.configure({ mode: "parallel" });
test.use(STILL);

test("every page of the site has an address here", () => {
  const known = new Set([
    ...[...Object.values(PUBLIC), OF_AN_ACCOUNT, OF_ADMINISTRATION].flatMap((group) => Object.keys(group)),
    ...MADE_FIRST,
    ...ON_A_JOURNEY,
  ]);
  expect(routes().filter((route) => !known.has(route))).toEqual([]);
  expect([...known].filter((route) => !routes().includes(route))).toEqual([]);
});

/** A skill of its own for each language: nobody reports the same twice. */
const REPORTED = { en: "text-wrap", "zh-Hans": "roman-numerals", ko: "fuzzy-match" };

for (const locale of LOCALES) {
  for (const [group, pages] of Object.entries(PUBLIC)) {
    test(`${group} stand in ${locale}: light, dark, wide and on a phone`, async ({ page }) => {
      const addresses = [...Object.values(pages), ...(AS_WELL[group] ?? [])];
      expect(await lookAtAll(page, locale, addresses)).toEqual([]);
    });
  }

  test(`every page of an account stands in ${locale}`, async ({ page, signIn }) => {
    await signIn(page, person("looks at every page"), "/keys");
    await growOld(page); // or there is nothing to confirm
    expect(await lookAtAll(page, locale, Object.values(OF_AN_ACCOUNT))).toEqual([]);
  });

  test(`every page of administration stands in ${locale}`, async ({ page, request, signIn }) => {
    // Something waits behind a tab that a phone does not show.
    const reported = await request.post(`/v1/skills/${REPORTED[locale]}/reports`, {
      data: { reason: "misleading", text: "It does something else." },
    });
    expect([201, 409]).toContain(reported.status()); // a second try finds it there
    await signIn(page, person("administrates"), "/administration");
    expect(await lookAtAll(page, locale, Object.values(OF_ADMINISTRATION))).toEqual([]);
  });
}

test("pages of a thing just made stand in every language", async ({ page, request, signIn }) => {
  const name = `every-page-${Date.now()}`;
  await signIn(page, person("makes what is looked at"), "/publish");
  const upload = async (version: string) => {
    await page.goto("/publish");
    const buffer = sampleArchive(name, version);
    await page
      .getByLabel(/^Package/)
      .setInputFiles({ name: `${name}.skill`, mimeType: "application/zip", buffer });
    await continueWhenChecked(page);
    await page.getByRole("button", { name: "Start vetting" }).waitFor();
  };
  await upload("1.0.0");
  await publishFromCheck(page);
  await expect(page.getByText("Approved and listed.")).toBeVisible();
  const published = new URL(page.url()).pathname;
  await upload("1.0.1");
  const steps = path.posix.dirname(new URL(page.url()).pathname);
  await page.getByRole("button", { name: "Start vetting" }).click();
  await expect(page.getByText(/^Approved in/)).toBeVisible();
  const agent = `reader-${Date.now()}`;
  const draft = { skill_md: sampleSkillMd(`draft-of-${agent}`), files: { "main.py": "print(1)\n" } };
  const headers = { "x-agent-author": `${agent}@example` };
  const drafted = await request.post("/v1/drafts/upload", { data: draft, headers });
  expect(drafted.status()).toBe(201);
  const { draft_agent_author } = (await drafted.json()) as { draft_agent_author: string };
  const addresses = [
    `/agents/${encodeURIComponent(draft_agent_author)}`,
    published,
    ...["check", "vetting", "price", "review"].map((step) => `${steps}/${step}`),
    `/receipts/${await paidReceipt(request, "is looked at")}`,
  ];
  for (const locale of LOCALES) expect(await lookAtAll(page, locale, addresses)).toEqual([]);
});

/** The pages of `app/[locale]` as their folders name them, without groups in brackets. */
function routes(): string[] {
  return fs
    .readdirSync("app/[locale]", { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "page.tsx")
    .map((file) =>
      path
        .dirname(file)
        .split(path.sep)
        .filter((part) => part !== "." && !/^\(.*\)$/.test(part))
        .join("/"),
    );
}

/**
 * Of English all. The others share the code, and in the short form each page is opened in one of them: Chinese and
 * Korean in turn. With pictures all of them.
 */
const openedIn = (locale: string, addresses: readonly string[]) =>
  inShort(
    addresses,
    (_, at) =>
      locale === DEFAULT_LOCALE ||
      PICTURES !== undefined ||
      LOCALES.indexOf(locale as Locale) === 1 + (at % 2),
  );

/** Opens each address, keeps its pictures, and returns what went wrong, one line each. */
async function lookAtAll(page: Page, locale: string, addresses: readonly string[]): Promise<string[]> {
  const wrong: string[] = [];
  let address = "";
  page.on("console", (message) => {
    // The browser reports the status of the document itself as an error; "no such page" is meant to be one.
    if (message.type() === "error" && new URL(message.location().url, page.url()).pathname !== address)
      wrong.push(`${address}: console: ${message.text()}`);
  });
  page.on("pageerror", (error) => wrong.push(`${address}: ${error.message}`));
  page.on("requestfailed", (request) => {
    // What is still on its way when we leave for the next page is ended by the browser.
    const why = request.failure()?.errorText;
    if (why !== "net::ERR_ABORTED") wrong.push(`${address}: ${request.url()} failed: ${why}`);
  });
  page.on("response", (response) => {
    const { pathname, origin } = new URL(response.url());
    if (origin !== new URL(page.url()).origin && page.url() !== "about:blank")
      wrong.push(`${address}: asked ${origin}`);
    if (response.status() >= 400 && pathname !== address)
      wrong.push(`${address}: ${pathname} answered ${response.status()}`);
  });
  for (const one of openedIn(locale, addresses)) {
    const localized = localizedPath(locale, one);
    address = new URL(localized, "http://x").pathname;
    const response = await page.goto(localized);
    if ((response?.status() ?? 500) >= 500) wrong.push(`${address}: answered ${response?.status()}`);
    wrong.push(...(await lookAt(page, locale, one)));
  }
  return wrong;
}

async function lookAt(page: Page, locale: string, address: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const { view, colorScheme, size } of viewsIn(locale)) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize(size);
    await keepPicture(page, `${locale}/${address.split("?", 1)[0]?.replaceAll("/", "_") ?? ""}-${view}`);
    wrong.push(...(await sidewaysOverflow(page, view)), ...(await objectionsIn(page, locale, view)));
  }
  if ((await page.locator("html").getAttribute("lang")) !== locale)
    wrong.push(`${address} is not in ${locale}`);
  return wrong;
}

/**
 * Those that can tell something: no page is wider in the dark, and colours are those of any language. With pictures all
 * of them.
 */
const viewsIn = (locale: string) =>
  VIEWS.filter(
    ({ view }) =>
      PICTURES !== undefined || view.startsWith("light") || (view === "dark" && locale === DEFAULT_LOCALE),
  );

/**
 * Everything where the page is widest, and what is different where it is narrowest; colours, which are those of any
 * language, in one, and in dark too. The long form asks everything where it is narrowest as well, in each language: a
 * change rarely breaks a rule in one language only, or only for what shows on both.
 */
async function objectionsIn(page: Page, locale: string, view: View): Promise<string[]> {
  if (view === "dark-phone") return [];
  if (locale !== DEFAULT_LOCALE)
    return view === "light-phone" && IS_FULL ? objections(page, view, "but colours") : [];
  if (view === "light-phone") return objectionsWhereNarrow(page, view);
  if (view === "dark") return objections(page, view, "of colours");
  const found = await objections(page, view, "all");
  await markShown(page);
  return found;
}

async function keepPicture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  await page.screenshot({ path: path.join(PICTURES, `${name}.jpg`), type: "jpeg", quality: 70 });
}
