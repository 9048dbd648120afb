import type { CDPSession, Page } from "@playwright/test";
import { PRICED_SKILL } from "./api";
import { expect, test } from "./fixtures";
import { openRunForm } from "./open-run-form";

/** What a screen reader is told while a call is paid, in order: what live regions say, and where the focus goes. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    const last = new Map<Element, string>();
    Object.assign(globalThis, { heard });
    const read = () => {
      for (const region of document.querySelectorAll("[role=status], [role=alert], [aria-live]")) {
        const told = region.cloneNode(true) as Element;
        for (const silent of told.querySelectorAll("[aria-live=off]")) silent.remove();
        const text = (region.ariaLive === "off" ? "" : told.textContent).replaceAll(/\s+/g, " ").trim();
        if (text !== "" && text !== last.get(region))
          heard.push(`${region.getAttribute("role") ?? "live"}: ${text}`);
        last.set(region, text);
      }
    };
    read();
    heard.length = 0;
    new MutationObserver(read).observe(document.body, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    document.addEventListener("focusin", ({ target }) => {
      if (!(target instanceof HTMLElement)) return;
      read();
      const name = target.getAttribute("aria-label") ?? target.textContent;
      heard.push(`focus: ${name.replaceAll(/\s+/g, " ").trim().slice(0, 80)}`);
    });
  });
  return () => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard);
}

interface Text {
  value?: string | number | boolean;
}

interface AxNode {
  nodeId: string;
  ignored: boolean;
  role?: Text;
  name?: Text;
  value?: Text;
  description?: Text;
  properties?: { name: string; value: Text }[];
  childIds?: string[];
  backendDOMNodeId?: number;
}

const SAID = new Set(["disabled", "required", "invalid", "expanded", "busy", "live"]);
const NOT_SO: ReadonlySet<unknown> = new Set([false, "false", "off"]);
/** Their text is that of what they hold. */
const SILENT = new Set(["InlineTextBox", "none", "generic", "StaticText"]);

/** What Chromium tells assistive programs of the run box, one line a node, indented as they lie in each other. */
async function runBoxAsTold(page: Page, session: CDPSession): Promise<string[]> {
  const { root } = await session.send("DOM.getDocument");
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector: "#run" });
  const { node } = await session.send("DOM.describeNode", { nodeId });
  const { nodes } = (await session.send("Accessibility.getFullAXTree")) as { nodes: AxNode[] };
  const byId = new Map(nodes.map((each) => [each.nodeId, each]));
  const top = nodes.find(({ backendDOMNodeId }) => backendDOMNodeId === node.backendNodeId);
  const lines: string[] = [];
  const walk = (each: AxNode | undefined, depth: number) => {
    if (!each) return;
    const role = String(each.role?.value ?? "");
    const shown =
      !each.ignored &&
      (!SILENT.has(role) || (role === "StaticText" && String(each.name?.value).trim() !== ""));
    if (shown) lines.push("  ".repeat(depth) + describe(each, role));
    for (const child of each.childIds ?? []) walk(byId.get(child), shown ? depth + 1 : depth);
  };
  walk(top, 0);
  return lines;
}

function describe({ name, value, description, properties = [] }: AxNode, role: string): string {
  const said = [name, value, description]
    .map((each) =>
      String(each?.value ?? "")
        .replaceAll(/\s+/g, " ")
        .trim(),
    )
    .map((text, place) => (text === "" ? "" : [`"${text}"`, `= ${text}`, `(${text})`][place]));
  const states = properties
    .filter((each) => SAID.has(each.name) && !NOT_SO.has(each.value.value))
    .map((each) => `[${each.name}${each.value.value === true ? "" : ` ${String(each.value.value)}`}]`);
  return [role, ...said, ...states]
    .filter((part) => part !== "")
    .join(" ")
    .slice(0, 200);
}

test("paying with the keyboard is told step by step, and never the whole output", async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  await session.send("Accessibility.enable");
  await openRunForm(page, `/skills/${PRICED_SKILL}`);
  const heard = await listen(page);
  const before = await runBoxAsTold(page, session);

  await page.getByRole("button", { name: "Use the first example" }).press("Enter");
  await page.getByRole("button", { name: "Demo wallet (local ledger only)" }).press("Enter");
  await expect(page.getByRole("button", { name: "Change" })).toBeFocused();
  await expect(page.getByText(/are missing/)).toBeVisible();
  await page.getByRole("button", { name: "Get test money here" }).press("Enter");
  const pay = page.getByRole("button", { name: "Pay 0.000055 SOL and run" });
  await expect(pay).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("paid")).toBeFocused();

  const told = await heard();
  const after = await runBoxAsTold(page, session);
  process.stdout.write(
    [
      "The run box before paying:",
      ...before,
      "",
      "Told while paying:",
      ...told,
      "",
      "The run box after paying:",
      ...after,
      "",
    ].join("\n"),
  );

  const wanted = [
    /^focus: Change$/,
    /^status: The wallet holds 0 lamports .* are missing\./,
    /^focus: Pay 0\.000055 SOL and run$/,
    /^status: (?:Checking|Waiting|Settling|Running)/,
    /^status: Paid 0\.00005 SOL\. Done: the output is below\.$/,
    /^focus: Paid 0\.00005 SOL Receipt$/,
  ];
  const places = wanted.map((each) => told.findIndex((line) => each.test(line)));
  expect(places, told.join("\n")).not.toContain(-1);
  expect(places.toSorted((a, b) => a - b)).toEqual(places);
  expect(told.filter((line) => line.length > 220)).toEqual([]);
  expect(told.filter((line) => /^status: .* are missing/.test(line))).toHaveLength(1);

  expect(before[0]).toMatch(/^region "Run it here"/);
  expect(before.join("\n")).toMatch(/textbox ".+".*\[required\]/);
  expect(before.join("\n")).toMatch(
    /button "Pay 0\.000055 SOL and run".*Choose the wallet that pays first.*\[disabled\]/,
  );
  expect(after.join("\n")).toMatch(/link "Receipt"/);
  expect(after.join("\n")).toMatch(/button "Run again \(pays 0\.000055 SOL again\)"/);
});
