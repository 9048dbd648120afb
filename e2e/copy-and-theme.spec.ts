import { scriptsCome } from "./awake";
import { expect, test } from "./fixtures";
import { saidTexts } from "./said-texts";

const SKILL = "/skills/json-diff";

test("what is copied is what is shown, also where the browser has no clipboard to write to", async ({
  page,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.goto(SKILL);
  const line = page.locator(".install-line:visible");
  const announced = await saidTexts(page.locator("#announcements"));
  await scriptsCome(page);
  await line.getByRole("button", { name: "Copy" }).click();
  await expect.poll(announced).toEqual(["Copied", ""]); // so that the same words are news the next time
  const search = page.getByRole("combobox").or(page.getByRole("searchbox")).first();
  await search.focus();
  await page.keyboard.press("ControlOrMeta+V");
  await expect(search).toHaveValue((await line.locator("code").textContent()) ?? "");
});

test("where copying is refused, the button and who reads the page aloud say so", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
    document.execCommand = () => false;
  });
  await page.goto(`/ko${SKILL}`);
  const button = page.locator(".install-line:visible button");
  const announced = await saidTexts(page.locator("#announcements"));
  const shown = await saidTexts(button);
  await scriptsCome(page);
  await button.click();
  await expect.poll(announced).toEqual(["복사 안 됨: 직접 선택하세요", ""]);
  await expect.poll(shown).toEqual(["복사 안 됨: 직접 선택하세요", "복사"]);
});

test("a browser finds how to search the market, in the reader's language", async ({ page }) => {
  for (const [path, template] of [
    ["/", "/skills?q={searchTerms}"],
    ["/zh-Hans/skills", "/zh-Hans/skills?q={searchTerms}"],
  ] as const) {
    await page.goto(path);
    const link = page.locator('head > link[rel="search"]');
    const described = await page.request.get((await link.getAttribute("href")) ?? "");
    expect(await described.text()).toContain(`${template}"`);
  }
});

test("on a phone the theme is chosen in the menu, and stays", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/skills");
  await page.locator("summary").and(page.getByLabel("Menu")).click();
  const dark = page.getByRole("button", { name: "Dark theme" });
  await expect(dark).toHaveAttribute("aria-pressed", "false");
  await dark.click();
  await expect(dark).toHaveAttribute("aria-pressed", "true");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});
