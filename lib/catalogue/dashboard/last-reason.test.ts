import { expect, test } from "vitest";
import { decideLastReason, type Aftermath } from "@/lib/catalogue/dashboard/last-reason";

const day = (date: number) => new Date(Date.UTC(2026, 10, date));
const rejected = { decision: "reject", at: day(3) };
const appeal = (state: string, filed: number, decided: number | null = null) => ({
  state,
  filedAt: day(filed),
  decidedAt: decided === null ? null : day(decided),
});

test.each<[string, Aftermath, string | null]>([
  ["vetting alone", { decision: null, appeal: null }, null],
  ["an administrator rejected it", { decision: rejected, appeal: null }, "refused"],
  ["an administrator approved it", { decision: { decision: "approve", at: day(3) }, appeal: null }, null],
  ["an appeal against vetting waits", { decision: null, appeal: appeal("open", 2) }, "appealed"],
  ["an appeal against vetting was denied", { decision: null, appeal: appeal("denied", 2, 4) }, "denied"],
  ["an appeal against the rejection waits", { decision: rejected, appeal: appeal("open", 4) }, "appealed"],
  [
    "an appeal against the rejection was denied",
    { decision: rejected, appeal: appeal("denied", 4, 5) },
    "denied",
  ],
  ["rejected after the appeal", { decision: rejected, appeal: appeal("denied", 1, 2) }, "refused"],
  [
    "of two at one moment the appeal is the answer",
    { decision: rejected, appeal: appeal("denied", 2, 3) },
    "denied",
  ],
  ["a granted appeal says nothing against it", { decision: null, appeal: appeal("granted", 2, 4) }, null],
])("%s", (_name, aftermath, kind) => {
  expect(decideLastReason(aftermath)?.kind ?? null).toBe(kind);
});

test("the moment is that of the last word", () => {
  expect(decideLastReason({ decision: rejected, appeal: appeal("open", 4) })?.at).toEqual(day(4));
  expect(decideLastReason({ decision: null, appeal: appeal("denied", 2, 4) })?.at).toEqual(day(4));
});
