import { DAY_MS } from "@/lib/kernel/clock";

/** `none`: there is no skill yet. `registered`: uploaded by an account (NULL in `Skills.claim_status`). */
export type ClaimState = "none" | "registered" | "draft" | "claimed" | "expired";

/**
 * `claim_ran_out`: 30 days went by since the first upload. `claim_declined`: the person it waited for does not want it.
 */
export type ClaimEvent =
  | "account_upload"
  | "draft_upload"
  | "claim_completed"
  | "claim_ran_out"
  | "claim_declined";

/** How long a draft waits for its person (R-002-137, R-002-146). */
const CLAIM_DAYS = 30;
export const CLAIM_MS = CLAIM_DAYS * DAY_MS;

/**
 * What may happen to a skill, with the state it leads to (R-002-143 to 146). Uploads are those of the skill's
 * own uploader.
 */
const TRANSITIONS: Record<ClaimState, Partial<Record<ClaimEvent, ClaimState>>> = {
  none: { account_upload: "registered", draft_upload: "draft", claim_ran_out: "none" },
  registered: { account_upload: "registered", claim_ran_out: "registered" },
  draft: {
    draft_upload: "draft",
    claim_completed: "claimed",
    claim_ran_out: "expired",
    claim_declined: "expired",
  },
  claimed: { account_upload: "claimed", claim_ran_out: "claimed" },
  expired: { claim_ran_out: "expired" },
};

/** The state after an event; an event that is not possible in a state is refused and changes nothing. */
export function nextClaimState(
  state: ClaimState,
  event: ClaimEvent,
): { state: ClaimState; refused: boolean } {
  const next = TRANSITIONS[state][event];
  return { state: next ?? state, refused: next === undefined };
}

/** How a state stands in `Skills.claim_status`. */
export function storedClaim(state: ClaimState): "draft" | "claimed" | "expired" | null {
  return state === "none" || state === "registered" ? null : state;
}
