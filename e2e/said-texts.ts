import type { Locator } from "@playwright/test";

/** Each text that an element has from now on, in order: one that shows for a moment is not missed on a busy machine. */
export async function saidTexts(element: Locator): Promise<() => Promise<string[]>> {
  await element.evaluate((each) => {
    const said: string[] = [];
    Object.assign(each, { said });
    const hear = () => said.push(each.textContent ?? "");
    new MutationObserver(hear).observe(each, { childList: true, characterData: true, subtree: true });
  });
  return () => element.evaluate((each) => (each as unknown as { said: string[] }).said);
}
