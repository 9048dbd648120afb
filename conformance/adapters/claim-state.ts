import { nextClaimState, type ClaimEvent, type ClaimState } from "@/lib/registry/claim-state";
import type { Adapter } from "../runner/conformance-case";
import { checkTransition } from "./state-transition";

const STATES: readonly ClaimState[] = ["none", "registered", "draft", "claimed", "expired"];
const EVENTS: readonly (readonly [RegExp, ClaimEvent])[] = [
  [/draft_upload/, "draft_upload"],
  [/upload/, "account_upload"],
  [/claim/, "claim_completed"],
  [/days/, "claim_ran_out"],
];

/** `claim_state`: what becomes of `Skills.claim_status`. */
export const claimState: Adapter = {
  kind: "claim_state",
  check: (testCase) => checkTransition(testCase, { states: STATES, events: EVENTS, next: nextClaimState }),
};
