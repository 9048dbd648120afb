import type { Browser, Page } from "@playwright/test";
import { person } from "./fixtures";
import { openSession } from "./open-session";

const ADMINISTRATOR = "administrates";

/** A page of an administrator, in a browser of their own, with scripts. */
export async function openOffice(browser: Browser, baseURL: string | undefined, path: string): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: true, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await openSession(context, baseURL, person(ADMINISTRATOR));
  await page.goto(path);
  return page;
}
