import { expect, test } from "vitest";
import { AnswerCache } from "@/lib/web/http/answer-cache/answer-cache";

interface Answer {
  bytes: number;
}
const OF = { revision: "1", ms: 60_000 };
const cacheOf = (bytes: number) => new AnswerCache<Answer>({ bytes, sizeOf: (answer) => answer.bytes });
const make = (bytes: number) => (): Promise<Answer> => Promise.resolve({ bytes });

test("is found by its revision alone", async () => {
  const cache = cacheOf(10_000);
  const { answer } = await cache.answer("a", OF, make(1));
  expect([cache.has("a"), cache.find("a", "1"), cache.find("a", "2"), cache.find("b", "1")]).toEqual([
    true,
    answer,
    null,
    null,
  ]);
});

test("what an answer comes to hold later takes its room from others", async () => {
  const cache = cacheOf(10_000);
  await cache.answer("old", OF, make(4_000));
  const { answer } = await cache.answer("grows", OF, make(4_000));
  cache.weighAnew("grows", answer!);
  expect(cache.has("old")).toBe(true);
  answer!.bytes = 8_000;
  cache.weighAnew("grows", answer!);
  expect([cache.has("old"), cache.find("grows", "1")]).toEqual([false, answer]);
  await cache.answer("grows", { revision: "2", ms: 60_000 }, make(1));
  cache.weighAnew("grows", answer!); // one that is not cached any more
  expect(cache.find("grows", "1")).toBe(null);
});
