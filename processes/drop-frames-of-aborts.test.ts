import { setImmediate as turn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { dropFramesOfAborts } from "./drop-frames-of-aborts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Ends like a page that React made: a frame of its own is in the error of an abort. */
class Page {
  readonly #controller = new AbortController();

  end(withReason: boolean): AbortSignal {
    if (withReason) this.#controller.abort(new Error("the page is made"));
    else this.#controller.abort();
    return this.#controller.signal;
  }
}

function endPage(withReason: boolean): { page: WeakRef<Page>; signal: AbortSignal } {
  const page = new Page();
  return { page: new WeakRef(page), signal: page.end(withReason) };
}

async function isCollected(page: WeakRef<Page>): Promise<boolean> {
  for (let tries = 0; tries < 20 && page.deref(); tries++) {
    await turn();
    collectGarbage();
  }
  return page.deref() === undefined;
}

test("a signal that is kept holds nothing of the page whose end aborted it", async () => {
  dropFramesOfAborts();
  for (const withReason of [true, false]) {
    const { page, signal } = endPage(withReason);
    expect(await isCollected(page)).toBe(true);
    expect(signal.aborted).toBe(true);
    expect(String((signal.reason as Error).stack)).toContain("endPage");
  }
});
