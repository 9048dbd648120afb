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

/**
 * Where each event leads (USK, draft upload); an event that a state does not name is refused there. Uploads are those of
 * the skill's own uploader. `claim_completed` needs a confirmed link before `claim_expires_at`, of an account that has
 * signed no audit of the skill; `claim_declined` a draft that waits for a confirmed address of the account.
 */
const NEXT: Record<ClaimEvent, Partial<Record<ClaimState, StoredState | "none">>> = {
  account_upload: { none: "registered", registered: "registered", claimed: "claimed" },
  draft_upload: { none: "draft", draft: "draft" },
  claim_completed: { draft: "claimed" },
  claim_ran_out: {
    none: "none",
    registered: "registered",
    draft: "expired",
    claimed: "claimed",
    expired: "expired",
  },
  claim_declined: { draft: "expired" },
};

/** What of it the database holds the rows of skills to. */
export const CLAIM_LIFECYCLE = {
  table: "Skills",
  column: "claim_status",
  states: ["registered", "draft", "claimed", "expired"],
  whenNull: "registered",
  begins: ["registered", "draft", "claimed"],
  steps: Object.fromEntries(
    Object.entries(NEXT).flatMap(([event, next]) =>
      Object.entries(next).flatMap(([from, to]) =>
        from === "none" || to === "none" || from === to
          ? []
          : [[event, { from: [from as StoredState], to: [to] }]],
      ),
    ),
  ),
} as const satisfies Lifecycle<StoredState, LifecycleStep<StoredState>>;

/** The state after an event; an event that is not possible in a state is refused and changes nothing. */
export function nextClaimState(
  state: ClaimState,
  event: ClaimEvent,
): { state: ClaimState; refused: boolean } {
  const next = NEXT[event][state];
  return { state: next ?? state, refused: next === undefined };
}

/** How a state stands in `Skills.claim_status`. */
export function storedClaim(state: ClaimState): "draft" | "claimed" | "expired" | null {
  return state === "none" || state === "registered" ? null : state;
}
