import { chromium, type Browser, type Page } from "@playwright/test";
import browserTests from "@/playwright.config";
import { measurePage } from "./measure-page";
import { MEASURED_PAGES } from "./public-pages";

// A mid-range phone on 4G, as Lighthouse throttles it: 1.6 Mbit/s, 150 ms, a processor four times slower.
const BYTES_PER_SECOND = (1.6 * 1024 * 1024) / 8;
const ROUND_TRIP_MS = 150;
const PROCESSOR_SLOWDOWN = 4;
const OBSERVER_PATIENCE_MS = 500;

/**
 * Prints bytes, largest contentful paint and layout shift of the public pages of a running production market
 * (`APP_URL`, by default the address of `npm start`). Its peer is the page "/docs" of the same run: text only.
 */
export async function benchPages(): Promise<void> {
  const baseURL = process.env["APP_URL"] ?? "http://127.0.0.1:3000";
  await fetch(new URL("/healthz", baseURL)); // says by itself that nothing is there
  const browser = await chromium.launch(browserTests.use?.launchOptions);
  try {
    const rows: Record<string, Record<string, number>> = {};
    for (const path of MEASURED_PAGES) rows[path] = await measure(browser, baseURL, path);
    console.log("pages: kB compressed, a first visit; paint with 4G and a processor four times slower");
    const plain = rows["/docs"]?.["LCP ms"] ?? Number.NaN;
    for (const row of Object.values(rows))
      row["LCP / docs"] = round((row["LCP ms"] ?? Number.NaN) / plain, 2);
    console.table(rows);
  } finally {
    await browser.close();
  }
}

async function measure(browser: Browser, baseURL: string, path: string): Promise<Record<string, number>> {
  const bytes = await inFreshPage(browser, baseURL, (page) => measurePage(page, path));
  const paint = await inFreshPage(browser, baseURL, (page) => measurePaint(page, path));
  return {
    "html kB": round(bytes.html / 1000, 1),
    "css kB": round(bytes.css / 1000, 1),
    "own script kB": round(bytes.script / 1000, 1),
    "fonts kB": round(bytes.fonts / 1000, 1),
    "LCP ms": Math.round(paint.largestMs),
    CLS: round(paint.shift, 4),
  };
}

/** Lab figures of one throttled visit: largest contentful paint (ms) and cumulative layout shift. */
async function measurePaint(page: Page, path: string): Promise<{ largestMs: number; shift: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: ROUND_TRIP_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: PROCESSOR_SLOWDOWN });
  await page.goto(path, { waitUntil: "networkidle" });
  const paints = await readEntries(page, "largest-contentful-paint");
  const shifts = await readEntries(page, "layout-shift");
  return {
    largestMs: paints.at(-1)?.startTime ?? Number.NaN,
    shift: shifts.reduce((total, { value }) => total + value, 0),
  };
}

/** The buffered performance entries of a kind that only observers are told of. */
function readEntries(page: Page, type: string): Promise<{ startTime: number; value: number }[]> {
  return page.evaluate(
    ([kind, patience]) =>
      new Promise((resolve) => {
        new PerformanceObserver((list) =>
          resolve(list.getEntries().map((entry) => ({ value: 0, ...entry.toJSON() }))),
        ).observe({ type: kind, buffered: true });
        setTimeout(() => resolve([]), patience);
      }),
    [type, OBSERVER_PATIENCE_MS] as const,
  );
}

async function inFreshPage<T>(
  browser: Browser,
  baseURL: string,
  act: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ baseURL, viewport: { width: 412, height: 823 } });
  try {
    return await act(await context.newPage());
  } finally {
    await context.close();
  }
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
