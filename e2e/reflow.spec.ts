import { writeArchive } from "@/lib/package";
import { LOCALES } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { PRICED_SKILL } from "./api";
import { sidewaysOverflow, STILL } from "./axe";
import { expect, person, test } from "./fixtures";
import { makeKey, publish } from "./publish-with-key";
import { continueWhenChecked, publishFromCheck } from "./publish-steps";
import { sampleArchive, sampleSkillMd } from "./sample-skill";

test.use(STILL);
/** What is left of a screen of 1,280 pixels that is magnified four times (WCAG 1.4.10). */
const MAGNIFIED = { width: 320, height: 640 };

test("magnified four times, no page is read in two directions", async ({ page, signIn }) => {
  await signIn(page, person("reads magnified"), "/keys");
  await page.setViewportSize(MAGNIFIED);
  const wide: string[] = [];
  const look = async (address: string) => {
    await page.goto(address);
    wide.push(...(await sidewaysOverflow(page, "magnified")));
  };
  for (const locale of LOCALES)
    for (const address of [
      "/",
      "/skills",
      `/skills/${PRICED_SKILL}`,
      `/skills/${PRICED_SKILL}/files`, // a file below a folder is set in
      "/sign-in",
      "/validate",
      "/docs/marks",
    ])
      await look(localizedPath(locale, address));
  await page.context().clearCookies({ name: "emporion-locale" });
  for (const address of ["/publish", "/dashboard", "/settings", "/keys", "/review"]) await look(address);
  expect(wide).toEqual([]);
});

test("the ways to install stand in one row on every width", async ({ page }) => {
  for (const locale of LOCALES) {
    await page.goto(localizedPath(locale, `/skills/${PRICED_SKILL}`));
    for (const width of [360, 721, 768, 841, 1101, 1180, 1265, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(() => document.fonts.ready);
      const tops = await page
        .locator(".install label")
        .evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect().top));
      expect(new Set(tops).size, `${locale} at ${width}`).toBe(1);
    }
  }
});

test("the chosen way to install is marked where the system chooses the colours", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto(`/skills/${PRICED_SKILL}`);
  const [line, paper] = await page
    .locator(".install label")
    .first()
    .evaluate((label) => [
      getComputedStyle(label, "::after").borderBottomColor,
      getComputedStyle(document.documentElement).backgroundColor,
    ]);
  expect(line).not.toBe(paper);
  expect(
    await page
      .locator(".install label")
      .first()
      .evaluate((label) => getComputedStyle(label, "::after").borderBottomWidth),
  ).toBe("2px");
});

test("what is open is marked in one pair of colours where the system chooses them", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
  for (const address of ["/docs/payment", "/skills/json-diff/security", "/skills/json-diff/files"]) {
    await page.goto(address);
    const found = await page.evaluate(() => {
      const style = "color: HighlightText; background: Highlight";
      document.body.insertAdjacentHTML("beforeend", `<p style="${style}">x</p>`);
      const { color, backgroundColor } = getComputedStyle(document.body.lastElementChild ?? document.body);
      const all = (of: string) => [...document.querySelectorAll(of)].map((each) => getComputedStyle(each));
      const open = "a[aria-current]";
      return {
        texts: all(`${open}, ${open} *`).map((each) => each.color),
        papers: all(open).map((each) => each.backgroundColor),
        wanted: [color, backgroundColor],
      };
    });
    expect(found.papers.length).toBeGreaterThan(1);
    expect([[...new Set(found.texts)], [...new Set(found.papers)]].flat()).toEqual(found.wanted);
  }
});

/** A word that no line holds: an address, as people write it into descriptions. */
const LONG = `https://example.org/${"a".repeat(200)}`;

test("no word of a skill makes a page wider than its window", async ({ page, request, signIn }) => {
  const name = `long-words-${Date.now()}`.padEnd(64, "x");
  await signIn(page, person("writes without spaces"), "/keys");
  const source = sampleSkillMd(name, "1.0.0-beta.1234567890123456789")
    .replace("Counts the words of a text", LONG)
    .replace("The text to count", LONG)
    .replace("text_statistics", `text_statistics, ${"statistics_of_".repeat(4)}text`);
  const encoder = new TextEncoder();
  const files = [
    { path: "SKILL.md", bytes: encoder.encode(`${source}\n${LONG}\n`) },
    { path: "main.py", bytes: encoder.encode("print(1)\n") },
  ];
  await publish(request, await makeKey(page), name, Buffer.from(writeArchive(files, name)));
  const wide: string[] = [];
  const tabs = ["", "/files", "/api", "/versions", "/examples"].map((tab) => `/skills/${name}${tab}`);
  for (const width of [320, 768, 1280])
    for (const address of [
      ...tabs,
      "/",
      `/skills?q=${name}`,
      `/compare?skill=${name}`,
      "/dashboard/skills",
    ]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(address);
      wide.push(...(await sidewaysOverflow(page, `${width} px`)));
    }
  expect(wide).toEqual([]);
});

test("no price makes a page wider than its window", async ({ page, signIn }) => {
  const name = `dear-${Date.now()}`;
  await signIn(page, person("asks for all there is"), "/publish");
  await page
    .getByLabel(/^Package/)
    .setInputFiles({ name: `${name}.skill`, mimeType: "application/zip", buffer: sampleArchive(name) });
  await continueWhenChecked(page);
  await publishFromCheck(page, "18446744073709551615");
  await expect(page.getByText("Approved and listed.")).toBeVisible();
  const compared = [`/compare?skill=${name}`, `/compare?skill=${name}&skill=${PRICED_SKILL}`];
  const own = [`/skills/${name}`, `/skills/${name}/versions`, "/dashboard", "/dashboard/skills"];
  const wide: string[] = [];
  for (const address of ["/skills?sort=newest", "/", ...compared, ...own]) {
    await page.goto(address);
    for (const width of [320, 360, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      wide.push(...(await sidewaysOverflow(page, `${width} px`)));
    }
  }
  expect(wide).toEqual([]);
});
