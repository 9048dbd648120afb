import { nextClaimState, type ClaimEvent, type ClaimState } from "@/lib/registry/claim-state";
import type { Adapter } from "../runner/conformance-case";
import { checkTransition } from "./state-transition";

const STATES: readonly ClaimState[] = ["none", "registered", "draft", "claimed", "expired"];
/** Fewer days than it waits for: nothing happens to it. */
type CaseEvent = ClaimEvent | "nothing";

const EVENTS: readonly (readonly [RegExp, CaseEvent])[] = [
  [/draft[ _]upload|upload[ _](?:as[ _])?(?:a[ _])?draft/, "draft_upload"],
  [/upload/, "account_upload"],
  [/claim/, "claim_completed"],
  [/^[12]?\d[ _]?days/, "nothing"],
  [/days|expir|deadline/, "claim_ran_out"],
];

function next(state: ClaimState, event: CaseEvent): { state: ClaimState; refused: boolean } {
  return event === "nothing" ? { state, refused: false } : nextClaimState(state, event);
}

/** `claim_state`: what becomes of `Skills.claim_status`. */
export const claimState: Adapter = {
  kind: "claim_state",
  check: (testCase) => checkTransition(testCase, { states: STATES, events: EVENTS, next }),
};
