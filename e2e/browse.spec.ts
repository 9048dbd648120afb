import { PRICED_SKILL } from "./api";
import { expect, person, test } from "./fixtures";

test("a newcomer searches in three languages and reads a skill", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/open market/i);

  for (const [query, slug] of [
    ["csv", "csv-profile"],
    ["合同", "contract-clause-extractor"],
    ["회의록", "meeting-minutes-actions"],
  ] as const) {
    await page.goto(`/skills?q=${encodeURIComponent(query)}`);
    await expect(page.getByRole("link", { name: slug, exact: true })).toBeVisible();
  }

  await page.getByRole("link", { name: "meeting-minutes-actions", exact: true }).click();
  await expect(page).toHaveURL(/\/skills\/meeting-minutes-actions/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("meeting-minutes-actions");
});

test("a search shows what answers some of its words, and one that finds nothing leads on", async ({
  page,
}) => {
  await page.goto("/skills?q=summarize+pdf");
  await expect(page.getByRole("link", { name: "log-level-summary", exact: true })).toBeVisible();

  await page.goto("/skills?q=quantum+teleportation");
  await expect(page.getByRole("link", { name: "All skills" })).toBeVisible();

  await page.goto("/ko/skills?q=invoce");
  await expect(page.getByText("“invoce”은(는) “invoice”(으)로도 찾았습니다.")).toBeVisible();
  await expect(page.getByRole("link", { name: "invoice-amount-capitals", exact: true })).toBeVisible();
});

test("an address beyond the end of a list leads to its last page, which has something on it", async ({
  page,
}) => {
  for (const path of ["/ko/skills", "/skills", "/examples"]) {
    await page.goto(`${path}?page=99`);
    await expect(page).toHaveURL(new RegExp(`${path}\\?page=(?!99$)\\d+$`));
    await expect(page.getByRole("main").getByRole("heading", { level: 2 }).first()).toBeVisible();
    await expect(page.locator('main nav [aria-current="page"]')).toBeVisible();
    await expect(page.locator("main nav a[rel=next]")).toHaveCount(0);
  }
  await page.goto("/audits?page=99");
  await expect(page.getByRole("row").filter({ hasText: "csv-profile" }).first()).toBeVisible();
  await expect(page).toHaveURL(/\/audits$/);
});

test("every tab of a skill has an address of its own", async ({ page }) => {
  for (const tab of ["", "/examples", "/versions", "/files", "/security", "/api"]) {
    const response = await page.goto(`/skills/csv-profile${tab}`);
    expect(response?.status()).toBe(200);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("csv-profile");
  }
});

test("a filter is an address, and unknown pages say so", async ({ page }) => {
  await page.goto("/skills?price=free");
  await expect(page.getByRole("link", { name: "csv-profile", exact: true })).toBeVisible();
  const missing = await page.goto("/skills/there-is-no-such-skill");
  expect(missing?.status()).toBe(404);
  // Where the framework would leave that to scripts.
  expect(await missing?.text()).toContain("<h1");
});

test("the pages speak Chinese and Korean under their own addresses", async ({ page }) => {
  await page.goto("/zh-Hans/skills");
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hans");
  await page.goto("/ko/skills");
  await expect(page.locator("html")).toHaveAttribute("lang", "ko");
});

test("every language can be chosen, and the page stays what it was", async ({ page }) => {
  const choose = (name: string) =>
    page.getByRole("contentinfo").getByRole("link", { name, exact: true }).click();
  for (const [asked, english] of [
    ["/ko/ledger?address=abc", "/ledger?address=abc"],
    ["/ko/skills?q=json&price=free", "/skills?q=json&price=free"],
    ["/ko/sign-in?return=%2Fpublish", "/sign-in?return=%2Fpublish"],
    ["/ko/no/such-page?a=b", "/no/such-page?a=b"],
    ["/ko/skills/foo.bar?a=b", "/skills/foo.bar?a=b"],
    ["/ko/foo.bar", "/foo.bar"],
    ["/ko?a=b", "/?a=b"],
  ] as const) {
    await page.goto(asked);
    await choose("English");
    await expect(page).toHaveURL(english);
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await choose("简体中文");
    await expect(page).toHaveURL(`/zh-Hans${english === "/?a=b" ? "?a=b" : english}`);
    await choose("한국어");
    await expect(page).toHaveURL(asked);
  }
});

test("a feed reader finds what is new of a person, of an agent and of a search", async ({
  page,
  request,
}) => {
  await page.goto("/skills/csv-profile");
  const publisher = await page.locator('main a[href^="/people/"]').first().getAttribute("href");
  for (const [path, title, link] of [
    [publisher ?? "", /^Emporion: new versions by /, "Follow (Atom)"],
    ["/skills?category=finance", "Emporion: new versions in the category Finance", "Follow (Atom)"],
    ["/ko/skills?price=free&q=csv&sort=calls", "Emporion: price=free, q=csv에 맞는 새 버전", "구독 (Atom)"],
  ] as const) {
    await page.goto(path);
    const named = page.locator('head > link[type="application/atom+xml"]').first();
    await expect(named).toHaveAttribute("title", title);
    const shown = await page
      .getByRole("main")
      .getByRole("link", { name: link, exact: true })
      .getAttribute("href");
    const address = new URL(shown ?? "", page.url());
    expect(new URL((await named.getAttribute("href")) ?? "", page.url()).href).toBe(address.href);
    const feed = await request.get(address.href);
    expect(feed.headers()["content-type"]).toContain("application/atom+xml");
    expect(await feed.text()).toContain("<entry>");
    const again = await request.get(address.href, {
      headers: { "if-none-match": feed.headers()["etag"] ?? "" },
    });
    expect(again.status()).toBe(304);
  }
  await page.goto("/ko/skills?sort=newest");
  await expect(page.locator('head > link[type="application/atom+xml"]')).toHaveCount(3);
});

test("the header knows who looks, also on the way from a form that was sent", async ({ page, signIn }) => {
  const reader = person("sends a form");
  await signIn(page, reader, "/settings");
  await page.goto("/ledger");
  await page.getByLabel("Address").fill("1".repeat(31) + "0");
  await page.getByRole("button", { name: /^Get/ }).click();
  await expect(page).toHaveURL(/problem=/);
  await expect(page.locator(".account-btn")).toContainText(reader.address.slice(0, 4));
});

test("browsing, reading and searching work without scripts", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto("/skills");
  await page.getByRole("banner").getByRole("searchbox").fill("json");
  await page.getByRole("banner").getByRole("searchbox").press("Enter");
  await expect(page).toHaveURL(/\/skills\?q=json/);
  const filters = page.locator("form", { has: page.locator('[name="audit"]') });
  await filters.getByLabel(/^Audited/).check();
  await filters.getByRole("button").last().click();
  await expect(page).toHaveURL(/audit=Audited/);
  await page.getByRole("link", { name: "json-diff", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("json-diff");
  await expect(page.locator(".install-line code").first()).toContainText(/json-diff/);
  await expect(page.locator("head > title")).toHaveCount(1);
  await expect(page).toHaveTitle(/json-diff/);
  for (const tab of ["Examples", "Versions", "Files", "Security", "Reviews", "API", "Overview"]) {
    await page
      .locator(".tabs")
      .getByRole("link", { name: new RegExp(`^${tab}`) })
      .click();
    await expect(page.locator('.tabs [aria-current="page"]')).toContainText(tab);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("json-diff");
  }
  await page.goto(`/skills/${PRICED_SKILL}`);
  await page.locator("#run").getByRole("link", { name: "“API”" }).click();
  await expect(page).toHaveURL(new RegExp(`/${PRICED_SKILL}/api$`));
  await page.goto("/skills");
  const first = await page.getByRole("listitem").allInnerTexts();
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL(/page=2/);
  await page.waitForLoadState();
  expect(await page.getByRole("listitem").allInnerTexts()).not.toEqual(first);
  await context.close();
});

test("a skill can be had as one format alone, without a script", async ({ browser, request }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto("/skills/json-diff");
  await page.locator(".install summary", { hasText: "Other ways to install" }).click();
  const formats = page.getByRole("list", { name: "For one format only:" }).getByRole("link");
  await expect(formats.filter({ hasText: "Agent Skills, reference rules" })).toBeVisible();
  for (const link of await formats.all()) {
    const answer = await request.get((await link.getAttribute("href")) ?? "");
    expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, "application/zip"]);
  }
  await page.close();
});

test("the search field suggests while typing: arrows mark, Enter opens, Escape closes and then empties", async ({
  page,
}) => {
  await page.goto("/skills");
  const field = page.getByRole("banner").locator("[data-search]");
  await field.focus();
  await expect(field).toHaveRole("combobox");
  await field.pressSequentially("json-d");
  const option = page.getByRole("option", { name: /json-diff/ });
  await expect(option).toBeVisible();
  await expect(field).toHaveAttribute("aria-expanded", "true");
  await field.press("ArrowDown");
  await expect(field).toHaveAttribute("aria-activedescendant", /.+/);
  await field.press("Escape");
  await expect(option).toBeHidden();
  await expect(field).toHaveValue("json-d");
  await field.press("Escape");
  await expect(field).toHaveValue("");

  await field.pressSequentially("json-di");
  await expect(option).toBeVisible();
  await field.press("ArrowDown");
  await field.press("Enter");
  await expect(page).toHaveURL(/\/skills\/json-diff$/);
});

test("what is typed before the suggestions have come is asked for, too", async ({ page }) => {
  await page.goto("/ko");
  await page.locator("#home-search").fill("json-d"); // at once: what suggests is fetched when the field is first used
  await expect(page.getByRole("option", { name: /json-diff/ })).toBeVisible();
});

test("Enter with nothing marked searches, as without scripts", async ({ page }) => {
  await page.goto("/ko/skills");
  const field = page.getByRole("banner").locator("[data-search]");
  await field.focus();
  await field.pressSequentially("json");
  await field.press("Enter");
  await expect(page).toHaveURL(/\/ko\/skills\?q=json/);
});

test("on a phone the strip of tabs begins at the tab that is open", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/skills/json-diff/security`);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  const open = page.locator(".tabs").getByRole("link", { name: "Security" });
  const inSight = async () => {
    const { x = -1, width = 0 } = (await open.boundingBox()) ?? {};
    return x >= 0 && x + width <= 390;
  };
  await expect.poll(inSight).toBe(true);
});

test("on a phone the places of an account are one line that begins at the one that is open", async ({
  page,
  signIn,
}) => {
  await signIn(page, person("reads on a phone"), "/settings");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/settings");
  const pages = page.getByRole("navigation", { name: "Dashboard" });
  const open = pages.getByRole("link", { name: "Settings" });
  await expect(open).toBeInViewport({ ratio: 1 });
  expect((await pages.boundingBox())?.height).toBeLessThan(150);
});

test("programs that ask for /favicon.ico are given a picture, not a page", async ({ request }) => {
  const icon = await request.get("/favicon.ico");
  expect([icon.status(), icon.headers()["content-type"]]).toEqual([200, "image/x-icon"]);
});
