import fs from "node:fs";
import type { Page } from "@playwright/test";

/** What one page costs a first visitor, in bytes on the wire (compressed bodies, without headers). */
export interface PageBytes {
  html: number;
  css: number;
  /** Scripts of our own, without the framework: what Next puts on every page of any site, and React. */
  script: number;
  fonts: number;
}

const MANIFEST = ".next/build-manifest.json";
/** React alone, as parts of plain pages load it. */
const PLAIN_PAGE = ".next/plain-page.json";

/**
 * Opens `path` with an empty cache and sums what arrived until the network was quiet. Needs a page without a cache of
 * its own (a fresh context) and the production build in `.next`, which names the framework's scripts.
 */
export async function measurePage(page: Page, path: string): Promise<PageBytes> {
  await page.goto(path, { waitUntil: "networkidle" });
  const entries = await page.evaluate(() =>
    [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].map(
      (entry) => {
        const { name, entryType, encodedBodySize } = entry as PerformanceResourceTiming;
        return { path: new URL(name).pathname, document: entryType === "navigation", bytes: encodedBodySize };
      },
    ),
  );
  const framework = frameworkScripts();
  const sum = (wanted: (entry: (typeof entries)[number]) => boolean) =>
    entries.filter(wanted).reduce((total, { bytes }) => total + bytes, 0);
  return {
    html: sum((entry) => entry.document),
    css: sum((entry) => entry.path.endsWith(".css")),
    script: sum((entry) => entry.path.endsWith(".js") && !framework.has(entry.path)),
    fonts: sum((entry) => entry.path.endsWith(".woff2")),
  };
}

function frameworkScripts(): Set<string> {
  const manifest = JSON.parse(fs.readFileSync(MANIFEST, "utf8")) as Record<
    "rootMainFiles" | "polyfillFiles",
    string[]
  >;
  const plain = JSON.parse(fs.readFileSync(PLAIN_PAGE, "utf8")) as { framework: string[] };
  const onEveryPage = [...manifest.rootMainFiles, ...manifest.polyfillFiles].map((file) => `/_next/${file}`);
  return new Set([...onEveryPage, ...plain.framework]);
}
