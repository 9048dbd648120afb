import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { inTurn } from "@/lib/kernel/in-turn";

test("works of one key are done one after the other, those of another key beside them", async () => {
  const doing = inTurn();
  const seen: string[] = [];
  const work = (name: string, ms: number) => async () => {
    seen.push(`${name} begins`);
    await sleep(ms);
    seen.push(`${name} ends`);
    return name;
  };
  const answers = Promise.all([
    doing("a", work("first", 20)),
    doing("a", work("second", 0)),
    doing("b", work("other", 0)),
  ]);
  expect(await answers).toEqual(["first", "second", "other"]);
  expect(seen.indexOf("first ends")).toBeLessThan(seen.indexOf("second begins"));
  expect(seen.indexOf("other begins")).toBeLessThan(seen.indexOf("first ends"));
});

test("one that fails is told to whoever asked for it, and the next one is done", async () => {
  const doing = inTurn();
  const failing = doing("a", () => Promise.reject(new Error("no")));
  const next = doing("a", () => Promise.resolve("done"));
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("done");
});
