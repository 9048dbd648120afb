import type { Page } from "@playwright/test";

/** The link that was mailed last to an address, by which its reader is let in. */
export async function mailedLink(page: Page, email: string): Promise<string> {
  await page.goto("/outbox");
  const link = page
    .getByRole("article")
    .filter({ hasText: email })
    .getByRole("link", { name: /sign-in\/mail/ });
  return (await link.first().getAttribute("href")) ?? "";
}
