import { person, test } from "./fixtures";
import { continueWhenChecked } from "./publish-steps";
import { sampleArchive, sampleSkillMd } from "./sample-skill";

test("look", async ({ page, signIn }) => {
  const name = `look-${Date.now()}`;
  await signIn(page, person("looks at it"), "/publish");
  const up = async (version: string, md: (s: string) => string, price?: string) => {
    await page.goto("/publish");
    await page.getByLabel(/^Package/).setInputFiles({
      name: `${name}.skill`,
      mimeType: "application/zip",
      buffer: sampleArchive(name, version, {}, md(sampleSkillMd(name, version))),
    });
    await continueWhenChecked(page);
    await page.getByRole("button", { name: "Start vetting" }).click();
    await page.getByRole("link", { name: "Price and listing" }).last().click();
    if (price) await page.getByLabel(/^Price lamports/).fill(price);
    await page.getByRole("button", { name: "Review everything" }).click();
    await page.waitForURL(/review$/);
  };
  const shoot = async (tag: string) => {
    const address = new URL(page.url()).pathname;
    for (const prefix of ["", "/zh-Hans", "/ko"])
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(prefix + address);
        await page.screenshot({
          path: `/tmp/last-shots/${tag}${prefix.replace("/", "-")}-${width}.png`,
          fullPage: true,
        });
      }
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto("/en" + address);
  };
  await up(
    "1.0.0",
    (s) =>
      s.replace(
        "license: MIT",
        `x_vendor: 1\nexamples:\n  - { input: { text: one two }, output: { words: 2 } }\n  - { name: Too many, input: { text: one }, output: { words: 7 } }\n  - { input: { text: one }, output: { error: none } }`,
      ),
    "20000",
  );
  await shoot("priced");
  await page.getByRole("button", { name: /^Publish \d/ }).click();
  await page.getByText("Approved and listed.").waitFor();
  await up("1.1.0", (s) => s.replace("network: false", "network: true"));
  await shoot("second");
});
