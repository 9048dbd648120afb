import { expect, test } from "vitest";
import { Coalesced } from "@/lib/chain/solana/coalesced";

function counting(limit: number) {
  const requests: string[][] = [];
  const ask = (keys: readonly string[]) => {
    requests.push([...keys]);
    return Promise.resolve(keys.map((key) => `answer ${key}`));
  };
  return { requests, coalesced: new Coalesced(ask, 1, limit) };
}

test("questions that come together are one request, each key in it once, and each gets its own answer", async () => {
  const { requests, coalesced } = counting(10);
  const answers = await Promise.all(["a", "b", "a"].map((key) => coalesced.get(key)));
  expect(answers).toEqual(["answer a", "answer b", "answer a"]);
  expect(requests).toEqual([["a", "b"]]);
});

test("a later question is asked anew", async () => {
  const { requests, coalesced } = counting(10);
  await coalesced.get("a");
  await coalesced.get("a");
  expect(requests).toEqual([["a"], ["a"]]);
});

test("a request has no more keys than its limit", async () => {
  const { requests, coalesced } = counting(2);
  await Promise.all(["a", "b", "c"].map((key) => coalesced.get(key)));
  expect(requests).toEqual([["a", "b"], ["c"]]);
});

test("a failure reaches all who asked, and only them", async () => {
  let down = true;
  const ask = (keys: readonly string[]) =>
    down ? Promise.reject(new Error("down")) : Promise.resolve(keys.map(() => "up"));
  const coalesced = new Coalesced(ask, 1, 10);
  const both = await Promise.allSettled([coalesced.get("a"), coalesced.get("b")]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  down = false;
  expect(await coalesced.get("a")).toBe("up");
});
