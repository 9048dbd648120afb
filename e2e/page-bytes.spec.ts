import { readFileSync } from "node:fs";
import { measurePage, type PageBytes } from "../checks/bench/pages/measure-page";
import { MEASURED_PAGES } from "../checks/bench/pages/public-pages";
import { expect, test } from "./fixtures";

/**
 * What each page may weigh: what it weighed when the budget was written, and a tenth for what the tests add to lists.
 */
const budgets = JSON.parse(readFileSync("e2e/data/page-budgets.json", "utf8")) as Record<string, PageBytes>;

test("no public page has outgrown its bytes", async ({ browser, baseURL }) => {
  const weights: Record<string, PageBytes> = {};
  const outgrown: string[] = [];
  for (const path of MEASURED_PAGES) {
    const context = await browser.newContext(baseURL ? { baseURL } : {});
    const bytes = await measurePage(await context.newPage(), path);
    await context.close();
    weights[path] = bytes;
    for (const part of ["html", "css", "script", "fonts"] as const) {
      const budget = budgets[path]?.[part] ?? 0;
      if (bytes[part] > budget)
        outgrown.push(`${path}: ${part} has ${bytes[part]} bytes, its budget is ${budget}`);
    }
  }
  for (const [path, { html, css, script, fonts }] of Object.entries(weights)) {
    process.stdout.write(`${path}: html ${html}, css ${css}, own script ${script}, fonts ${fonts} bytes\n`);
  }
  expect(outgrown).toEqual([]);
});
