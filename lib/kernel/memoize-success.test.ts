import { expect, test } from "vitest";
import { MemoizedSuccess } from "@/lib/kernel/memoize";

/** Work whose tries end as they are told to. */
function tries() {
  const under: { resolve: (value: string) => void; reject: (reason: Error) => void }[] = [];
  const work = () => new Promise<string>((resolve, reject) => under.push({ resolve, reject }));
  return { once: new MemoizedSuccess(work), under };
}

test("it is done once, however many ask, and nothing is done before", async () => {
  const { once, under } = tries();
  expect(under).toHaveLength(0);
  const asked = [once.get(), once.get()];
  under[0]!.resolve("done");
  expect(await Promise.all([...asked, once.get()])).toEqual(["done", "done", "done"]);
  expect(under).toHaveLength(1);
});

test("a failure is told to all who waited for it, and the next who asks has it tried again", async () => {
  const { once, under } = tries();
  const asked = [once.get(), once.get()];
  under[0]!.reject(new Error("not installed"));
  for (const answer of asked) await expect(answer).rejects.toThrow("not installed");
  const again = once.get();
  under[1]!.resolve("installed");
  expect(await again).toBe("installed");
});

test("what was taken is taken once and made anew, also when the try that was taken fails later", async () => {
  const { once, under } = tries();
  expect(await once.take()).toBeUndefined();
  const first = once.get();
  const taken = once.take();
  const second = once.get();
  under[0]!.reject(new Error("late"));
  await expect(first).rejects.toThrow("late");
  expect(await taken).toBeUndefined();
  under[1]!.resolve("second");
  expect(await second).toBe("second");
  expect(await once.get()).toBe("second");
  expect(await once.take()).toBe("second");
  expect(await once.take()).toBeUndefined();
});

test("what is forgotten is what was given, and nothing that was made since", async () => {
  const { once, under } = tries();
  const first = once.get();
  expect(once.forget("first")).toBe(false); // it is under way
  under[0]!.resolve("first");
  await first;
  expect([once.forget("first"), once.forget("first")]).toEqual([true, false]);
  const second = once.get();
  under[1]!.resolve("second");
  await second;
  expect(once.forget("first")).toBe(false);
  expect(await once.get()).toBe("second");
});
