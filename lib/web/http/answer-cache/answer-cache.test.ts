import { expect, test } from "vitest";
import { AnswerCache } from "@/lib/web/http/answer-cache/answer-cache";

interface Answer {
  bytes: number;
}
const OF = { revision: "1", ms: 60_000 };
const keep = (bytes: number) => new AnswerCache<Answer>({ bytes, sizeOf: (answer) => answer.bytes });
const make = (bytes: number) => (): Promise<Answer> => Promise.resolve({ bytes });

test("is found by its revision alone", async () => {
  const kept = keep(10_000);
  const { answer } = await kept.answer("a", OF, make(1));
  expect([kept.has("a"), kept.find("a", "1"), kept.find("a", "2"), kept.find("b", "1")]).toEqual([
    true,
    answer,
    null,
    null,
  ]);
});

test("what an answer comes to hold later takes its room from others", async () => {
  const kept = keep(10_000);
  await kept.answer("old", OF, make(4_000));
  const { answer } = await kept.answer("grows", OF, make(4_000));
  kept.weighAnew("grows", answer!);
  expect(kept.has("old")).toBe(true);
  answer!.bytes = 8_000;
  kept.weighAnew("grows", answer!);
  expect([kept.has("old"), kept.find("grows", "1")]).toEqual([false, answer]);
  await kept.answer("grows", { revision: "2", ms: 60_000 }, make(1));
  kept.weighAnew("grows", answer!); // one that is not kept any more
  expect(kept.find("grows", "1")).toBe(null);
});
