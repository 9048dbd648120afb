/**
 * What is known after handing bytes to a node: `accepted` they were passed on; `already_processed` they are on the
 * chain; `refused` the rehearsal failed and they were not passed on; `blockhash_not_found` their blockhash is too old,
 * or the node is behind; `unknown` anything may have happened.
 */
export type BroadcastOutcome =
  | { outcome: "accepted" | "already_processed" | "blockhash_not_found" }
  | { outcome: "refused"; reason: RefusalReason; detail: string }
  | { outcome: "unknown"; detail: string };

export type RefusalReason =
  | "insufficient_funds"
  | "account_below_rent_exemption"
  | "bad_signature"
  | "simulation_failed";

const MAX_DETAIL_CHARACTERS = 200;

/** Reads the sentence with which a node turned a transaction down. */
export function classifyRefusal(message: string): BroadcastOutcome {
  if (/already been processed/i.test(message)) return { outcome: "already_processed" };
  if (/blockhash not found/i.test(message)) return { outcome: "blockhash_not_found" };
  const detail = message.slice(0, MAX_DETAIL_CHARACTERS);
  if (/signature verification fail/i.test(message))
    return { outcome: "refused", reason: "bad_signature", detail };
  if (!/simulation failed/i.test(message)) return { outcome: "unknown", detail };
  return { outcome: "refused", reason: reasonOf(message), detail };
}

function reasonOf(message: string): RefusalReason {
  if (/insufficient funds for rent|InsufficientFundsForRent/.test(message))
    return "account_below_rent_exemption";
  const tooPoor =
    /custom program error: 0x1\b|insufficient funds|InsufficientFundsForFee|no record of a prior credit|AccountNotFound/i;
  return tooPoor.test(message) ? "insufficient_funds" : "simulation_failed";
}
