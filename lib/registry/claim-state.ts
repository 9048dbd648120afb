import { DAY_MS } from "@/lib/kernel/clock";
import type { Lifecycle, LifecycleStep } from "@/lib/kernel/lifecycle";

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

/** How long a draft waits for its person (USK, draft upload). */
const CLAIM_DAYS = 30;
export const CLAIM_MS = CLAIM_DAYS * DAY_MS;

type StoredState = Exclude<ClaimState, "none">;

interface ClaimStep extends LifecycleStep<StoredState> {
  on: ClaimEvent;
  needs: string;
}

/** The life of a claim (USK, draft upload): a draft waits for its person, and ends claimed or expired. */
export const CLAIM_LIFECYCLE = {
  table: "Skills",
  column: "claim_status",
  states: ["registered", "draft", "claimed", "expired"],
  whenNull: "registered",
  begins: { registered: "insertSkill", draft: "insertSkill", claimed: "insertSkill" },
  steps: {
    setClaimed: {
      on: "claim_completed",
      from: ["draft"],
      to: ["claimed"],
      needs: "a confirmed link, before claim_expires_at; the account has signed no audit of it",
    },
    expireDraftsBefore: {
      on: "claim_ran_out",
      from: ["draft"],
      to: ["expired"],
      needs: "claim_expires_at is over",
    },
    setDraftDeclined: {
      on: "claim_declined",
      from: ["draft"],
      to: ["expired"],
      needs: "it waits for a confirmed address of the account, before claim_expires_at",
    },
  },
} as const satisfies Lifecycle<StoredState, ClaimStep>;

const STEPS: readonly ClaimStep[] = Object.values(CLAIM_LIFECYCLE.steps);

/** The first upload, and what changes nothing. Uploads are those of the skill's own uploader. */
const OTHER_EVENTS: Partial<Record<ClaimEvent, Partial<Record<ClaimState, ClaimState>>>> = {
  account_upload: { none: "registered", registered: "registered", claimed: "claimed" },
  draft_upload: { none: "draft", draft: "draft" },
  claim_ran_out: { none: "none", registered: "registered", claimed: "claimed", expired: "expired" },
};

/** The state after an event; an event that is not possible in a state is refused and changes nothing. */
export function nextClaimState(
  state: ClaimState,
  event: ClaimEvent,
): { state: ClaimState; refused: boolean } {
  const step = STEPS.find(({ on, from }) => on === event && (from as readonly ClaimState[]).includes(state));
  const next = step?.to[0] ?? OTHER_EVENTS[event]?.[state];
  return { state: next ?? state, refused: next === undefined };
}

/** How a state stands in `Skills.claim_status`. */
export function storedClaim(state: ClaimState): "draft" | "claimed" | "expired" | null {
  return state === "none" || state === "registered" ? null : state;
}
