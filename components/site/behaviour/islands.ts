import type * as ReactDom from "react-dom/client";

/** What brings each kind of island to life, given the island, its props and React, which comes along with the first. */
const ISLANDS = {
  run: async () => (await import("@/components/run/run-island")).wake,
  validate: async () => (await import("@/components/validate/validate-island")).wake,
  "sign-in": async () => (await import("@/components/wallet/sign-in-island")).wake,
};
export type IslandName = keyof typeof ISLANDS;

/** As far below the window as a reader scrolls while the scripts arrive. */
const NEAR = "300px";

/** Wakes each island of a plain page once it is near the window, when the browser has nothing better to do. */
export function wakeIslands(): void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting || !(target instanceof HTMLElement)) continue;
        observer.unobserve(target);
        whenIdle(() => void wake(target));
      }
    },
    { rootMargin: NEAR },
  );
  for (const island of document.querySelectorAll("[data-island]")) {
    keepPresses(island);
    observer.observe(island);
  }
}

/** React is CommonJS: what is imported by need has all its names under `default`. */
const loadReact = async () =>
  ((await import("react-dom/client")) as unknown as { default: typeof ReactDom }).default;

async function wake(island: HTMLElement): Promise<void> {
  const load = ISLANDS[island.dataset["island"] as IslandName];
  const props: unknown = JSON.parse(island.nextElementSibling?.textContent ?? "null");
  const [wakeUp, react] = await Promise.all([load(), loadReact()]);
  wakeUp(island, props, react);
  await pressAgain(island);
}

const pressed = new WeakMap<Element, HTMLElement[]>();

/** A button that is pressed while the scripts are on their way is pressed again once it does something. */
function keepPresses(island: Element): void {
  const buttons: HTMLElement[] = [];
  pressed.set(island, buttons);
  island.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button[type="button"]') : null;
    if (button && pressed.has(island)) buttons.push(button);
  });
}

async function pressAgain(island: Element): Promise<void> {
  const buttons = pressed.get(island) ?? [];
  pressed.delete(island);
  for (const button of buttons) {
    button.click();
    await new Promise((resolve) => setTimeout(resolve)); // what it changed is drawn before the next one
  }
}

function whenIdle(work: () => void): void {
  // Safari has no idle callback.
  if ("requestIdleCallback" in window) window.requestIdleCallback(work, { timeout: 1000 });
  else setTimeout(work, 1);
}
