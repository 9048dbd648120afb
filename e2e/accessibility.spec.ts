import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { PRICED_SKILL, paidReceipt } from "./api";
import { expect, person, test } from "./fixtures";

// Axe walks every element of every page three times; on a busy machine that takes its time.
test.describe.configure({ timeout: 240_000 });

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const PUBLIC_PAGES = {
  "home and lists": ["/", "/skills", "/examples", "/audits", "/wanted"],
  "people and agents": ["/people/north-quay", "/people/demo-verifier", "/zh-Hans/people/hanok-works"],
  "a skill": [
    `/skills/${PRICED_SKILL}`,
    `/skills/${PRICED_SKILL}/examples`,
    `/skills/${PRICED_SKILL}/security`,
    `/skills/${PRICED_SKILL}/api`,
    `/skills/${PRICED_SKILL}/reviews`,
    `/skills/${PRICED_SKILL}/report`,
  ],
  "sign-in and ledger": ["/sign-in", "/login", "/register", "/ledger", "/no-such-page"],
  "the check and the documents": ["/validate", "/docs", "/docs/payment", "/ko/docs/dialects"],
  "the reference": ["/docs/api", "/docs/api/createQuote", "/docs/errors", "/zh-Hans/errors/PAYMENT_REQUIRED"],
};
const ACCOUNT_PAGES = [
  "/publish",
  "/dashboard",
  "/dashboard/skills",
  "/dashboard/drafts",
  "/dashboard/receipts",
  "/keys",
  "/settings",
  "/device",
  "/review",
  "/skills/json-diff/reviews",
];
const ADMINISTRATION_PAGES = ["", "/audits", "/reports", "/quarantine", "/people"].map(
  (name) => `/administration${name}`,
);

/**
 * What axe objects to on the page as it stands: everything at 1440 and at 390 px, and in dark the one rule that colours
 * can break. One line per element, so that one run tells everything there is to mend.
 */
async function objections(page: Page): Promise<string[]> {
  const inLight = await analyze(page, "light");
  await page.emulateMedia({ colorScheme: "dark" });
  const inDark = await analyze(page, "dark", ["color-contrast"]);
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 390, height: 844 });
  const narrow = [...(await analyze(page, "390 px")), ...(await sidewaysOverflow(page))];
  await page.setViewportSize({ width: 1440, height: 900 });
  return [...inLight, ...inDark, ...narrow];
}

async function analyze(page: Page, view: string, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(TAGS)).analyze();
  const where = `${new URL(page.url()).pathname} (${view})`;
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${where} ${id}: ${node.html.slice(0, 120)} (${node.any[0]?.message ?? ""})`),
  );
}

async function objectionsOn(page: Page, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    found.push(...(await objections(page)));
  }
  return found;
}

/** A page wider than its window makes people scroll in two directions (WCAG 1.4.10). */
async function sidewaysOverflow(page: Page): Promise<string[]> {
  const extra = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return extra > 0 ? [`${new URL(page.url()).pathname} is ${extra} px wider than a phone`] : [];
}

// Without motion a colour is what it will stay: axe would otherwise read one that is still fading from light to dark.
test.use({
  colorScheme: "light",
  viewport: { width: 1440, height: 900 },
  contextOptions: { reducedMotion: "reduce" },
});

for (const [group, paths] of Object.entries(PUBLIC_PAGES)) {
  test(`axe objects to nothing on ${group}, in light, in dark and on a phone`, async ({ page }) => {
    expect(await objectionsOn(page, paths)).toEqual([]);
  });
}

test("axe objects to nothing on the pages of an account", async ({ page, signIn }) => {
  await signIn(page, person("reads every page"), "/keys");
  await page.getByLabel(/^Name/).fill("a key");
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByTestId("new-key")).toBeVisible();
  expect([...(await objections(page)), ...(await objectionsOn(page, ACCOUNT_PAGES))]).toEqual([]);
});

test("axe objects to nothing on the pages of administration", async ({ page, signIn }) => {
  await signIn(page, person("administrates"), "/administration");
  expect(await objectionsOn(page, ADMINISTRATION_PAGES)).toEqual([]);
});

test("axe objects to nothing about verdicts, at the text and below its lines", async ({ page }) => {
  await page.goto("/validate");
  await page
    .getByRole("textbox", { name: /^SKILL\.md/ })
    .fill("---\nname: A b\nversion: one\ndescription: x\npricing: { price_lamports: 1.5 }\n---\n");
  await expect(page.getByText("An upload would be refused.")).toBeVisible();
  const atText = await objections(page);
  await page.getByRole("radio", { name: "Remarks" }).check();
  expect([...atText, ...(await objections(page))]).toEqual([]);
});

test("axe objects to nothing about a run, its result and its receipt", async ({ page, request }) => {
  await page.goto("/skills/json-diff");
  await page.getByRole("button", { name: "Use the first example" }).click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByTestId("run-output")).toBeVisible();
  const found = await objections(page);
  const receipt = await paidReceipt(request, "keeps a receipt");
  expect([...found, ...(await objectionsOn(page, [`/receipts/${receipt}`]))]).toEqual([]);
});

test("a receipt prints on one sheet, without the site around it", async ({ page, request }) => {
  await page.goto(`/receipts/${await paidReceipt(request, "prints a receipt")}`);
  const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});
