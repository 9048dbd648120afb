import { expect, test } from "vitest";
import { nextClaimState, storedClaim, type ClaimEvent, type ClaimState } from "@/lib/registry/claim-state";

const EVENTS: readonly ClaimEvent[] = [
  "account_upload",
  "draft_upload",
  "claim_completed",
  "claim_ran_out",
  "claim_declined",
];

// One row for each state: what each event leads to; null where it is refused.
test.each<[ClaimState, (ClaimState | null)[]]>([
  ["none", ["registered", "draft", null, "none", null]],
  ["registered", ["registered", null, null, "registered", null]],
  ["draft", [null, "draft", "claimed", "expired", "expired"]],
  ["claimed", ["claimed", null, null, "claimed", null]],
  ["expired", [null, null, null, "expired", null]],
])("from %s", (state, expected) => {
  const found = EVENTS.map((event) => nextClaimState(state, event));
  expect(found).toEqual(expected.map((next) => ({ state: next ?? state, refused: next === null })));
});

test.each([
  ["none", null],
  ["registered", null],
  ["draft", "draft"],
  ["claimed", "claimed"],
  ["expired", "expired"],
] as const)("Skills.claim_status of %s is %s", (state, stored) => {
  expect(storedClaim(state)).toBe(stored);
});
