/** Texts of the desk; the server fills them in. */
export const BOND_LABELS = [
  "deskTitle",
  "moveTitle",
  "open",
  "openText",
  "otherParty",
  "arbiter",
  "council",
  "signRefund",
  "signSlash",
  "twoSign",
  "signSecond",
  "waitsFor",
  "working",
  "opened",
  "signed",
  "sent",
  "refused",
  "away",
  "late",
  "stays",
  "notAsShown",
  "chooseWallet",
  "noWallet",
  "notConnected",
  "changeWallet",
  "payFrom",
  "faucet",
  "reload",
  "linkFirst",
  "notLinked",
] as const;

/** Reasons of refusals that have a sentence. */
export const BOND_REASONS = [
  "insufficient_funds",
  "open_challenge",
  "upheld_challenge",
  "no_upheld_challenge",
  "no_destination",
  "not_the_creator",
  "not_two_parties",
  "creator_signs_first",
  "another_move_waits",
] as const;

/** Codes that say enough by themselves. */
export const BOND_CODES = ["RATE_LIMITED", "LEDGER_UNAVAILABLE"] as const;

/** What each reason or code is in words. */
export type BondRefusals = Readonly<Record<string, string>>;

export type BondLabels = Record<(typeof BOND_LABELS)[number], string>;
