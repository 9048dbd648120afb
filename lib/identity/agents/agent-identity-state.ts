/** How far an agent's name has come (USK, agent identity). `no_identity`: nobody has uploaded under it. */
export type AgentIdentityState = "no_identity" | "created" | "pending_verify" | "claimed";

/**
 * `upload_with_email`: an upload that names a contact address. `link_confirmed`: the link in the mail was confirmed.
 */
export type AgentIdentityEvent = "upload" | "upload_with_email" | "link_confirmed";

const TRANSITIONS: Record<AgentIdentityState, Partial<Record<AgentIdentityEvent, AgentIdentityState>>> = {
  no_identity: { upload: "created", upload_with_email: "pending_verify" },
  created: { upload: "created", upload_with_email: "pending_verify" },
  pending_verify: {
    upload: "pending_verify",
    upload_with_email: "pending_verify",
    link_confirmed: "claimed",
  },
  // Locked to its owner: another address is not looked at (USK, agent identity).
  claimed: { upload: "claimed", upload_with_email: "claimed" },
};

/** The state after an event; an event that is not possible in a state is refused and changes nothing. */
export function nextIdentityState(
  state: AgentIdentityState,
  event: AgentIdentityEvent,
): { state: AgentIdentityState; refused: boolean } {
  const next = TRANSITIONS[state][event];
  return { state: next ?? state, refused: next === undefined };
}
