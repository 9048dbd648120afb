import { describe, expect, test } from "vitest";
import { nextClaimState, storedClaim, type ClaimEvent, type ClaimState } from "@/lib/registry/claim-state";

const EVENTS: readonly ClaimEvent[] = ["account_upload", "draft_upload", "claim_completed", "claim_ran_out"];

// One row for each state: what each event leads to; null where it is refused.
test.each<[ClaimState, (ClaimState | null)[]]>([
  ["none", ["registered", "draft", null, "none"]],
  ["registered", ["registered", null, null, "registered"]],
  ["draft", [null, "draft", "claimed", "expired"]],
  ["claimed", ["claimed", null, null, "claimed"]],
  ["expired", [null, null, null, "expired"]],
])("from %s", (state, expected) => {
  const found = EVENTS.map((event) => nextClaimState(state, event));
  expect(found).toEqual(expected.map((next) => ({ state: next ?? state, refused: next === null })));
});

describe("Skills.claim_status", () => {
  test("is NULL for an upload by an account", () => {
    expect([storedClaim("registered"), storedClaim("draft")]).toEqual([null, "draft"]);
  });
});
