import type { Page } from "@playwright/test";
import axe, { type AxeResults, type RunOptions } from "axe-core";
import { IS_FULL } from "@/lib/testing/full-form";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The one rule that other colours can break. */
const OF_COLOURS = ["color-contrast"];
/** The one that another width can break for what shows on both. */
const OF_SIZES = ["target-size"];
/**
 * What passes is not written down, nor where each element is: on long pages that takes as long as the rules themselves.
 * Nothing is loaded a second time either, which only the rules of films and of turned screens read.
 */
const ONLY_VIOLATIONS: RunOptions = { resultTypes: ["violations"], selectors: false, preload: false };

export const WIDE = { width: 1440, height: 900 };
export const PHONE = { width: 360, height: 740 };

// Without motion a colour is what it will stay: axe would otherwise read one that is still fading from light to dark.
export const STILL = {
  colorScheme: "light",
  viewport: WIDE,
  contextOptions: { reducedMotion: "reduce" },
} as const;

type Rules = "all" | "of colours" | "of sizes" | "but colours";

/**
 * What axe objects to on the page as it stands in this view, or in the parts that `within` selects, one line
 * per element.
 */
export async function objections(page: Page, view: string, rules: Rules, within = "html"): Promise<string[]> {
  // Sent once to each document: half a megabyte of script for each question takes as long as many an answer.
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    ({ within, options }) => (globalThis as unknown as AxeInPage).axe.run(within, options),
    { within, options: { ...ONLY_VIOLATIONS, ...optionsOf(rules) } },
  );
  const where = `${new URL(page.url()).pathname} (${view})`;
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${where} ${id}: ${node.html.slice(0, 120)} (${node.any[0]?.message ?? ""})`),
  );
}

interface AxeInPage {
  axe: { run(within: string, options: RunOptions): Promise<AxeResults> };
}

function optionsOf(rules: Rules): RunOptions {
  if (rules === "of colours") return { runOnly: { type: "rule", values: OF_COLOURS } };
  if (rules === "of sizes") return { runOnly: { type: "rule", values: OF_SIZES } };
  const but = rules === "all" ? [] : OF_COLOURS;
  return {
    runOnly: { type: "tag", values: TAGS },
    rules: Object.fromEntries(but.map((rule) => [rule, { enabled: false }])),
  };
}

/** Marks what shows, so that `objectionsElsewhere` can tell what shows in another view only. */
export async function markShown(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const each of document.querySelectorAll("body *"))
      if (each.checkVisibility()) each.setAttribute("data-shown-before", "");
  });
}

/** What axe objects to in what did not show when the page was marked: what did has the same colours here. */
async function objectionsElsewhere(page: Page, view: string, rules: Rules): Promise<string[]> {
  const shown = await page.evaluate(() => {
    const others = Array.from(document.querySelectorAll("body *:not([data-shown-before])"));
    const shownOnlyHere = others.filter((each) => each.checkVisibility());
    for (const each of shownOnlyHere) each.setAttribute("data-shown-only-here", "");
    return shownOnlyHere.length;
  });
  return shown === 0 ? [] : objections(page, view, rules, "[data-shown-only-here]");
}

/**
 * What axe objects to where a page that was looked at wide, and marked, is narrowest. The long form asks everything
 * again; the short one of the sizes of what is touched, and of what shows only here.
 */
export async function objectionsWhereNarrow(page: Page, view: string): Promise<string[]> {
  const again = IS_FULL ? "but colours" : "of sizes";
  const elsewhere = IS_FULL ? "of colours" : "all";
  return [...(await objections(page, view, again)), ...(await objectionsElsewhere(page, view, elsewhere))];
}

/** A page wider than its window makes people scroll in two directions (WCAG 1.4.10). */
export async function sidewaysOverflow(page: Page, view: string): Promise<string[]> {
  const { extra, widest } = await page.evaluate(async () => {
    await document.fonts.ready; // lines break elsewhere in another face
    const { scrollWidth, clientWidth } = document.documentElement;
    const ends = (element: Element) => element.getBoundingClientRect().right;
    const beyond = Array.from(document.querySelectorAll("body *")).filter((each) => ends(each) > clientWidth);
    // Of those that end furthest out the innermost.
    const furthest = Math.max(...beyond.map(ends));
    const first = beyond.findLast((element) => ends(element) === furthest);
    return {
      extra: scrollWidth - clientWidth,
      widest: first
        ? `${first.outerHTML.slice(0, 200)} of ${first.parentElement?.className ?? ""}`
        : "nothing of it",
    };
  });
  const { pathname } = new URL(page.url());
  return extra > 0 ? [`${pathname} (${view}) is ${extra} px wider than its window: ${widest}`] : [];
}

/**
 * What is to be mended on the page as it stands: wide, in dark, and on a phone, where most colours are those of the
 * wide page.
 */
export async function objectionsInEveryView(page: Page): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: "reduce" }); // whatever the test itself asks for, see STILL
  const inLight = await objections(page, "light", "all");
  await markShown(page);
  await page.emulateMedia({ colorScheme: "dark" });
  const inDark = await objections(page, "dark", "of colours");
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(PHONE);
  const narrow = [
    ...(await objectionsWhereNarrow(page, "phone")),
    ...(await sidewaysOverflow(page, "phone")),
  ];
  await page.setViewportSize(WIDE);
  return [...inLight, ...inDark, ...narrow];
}
