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
  "chooseWallet",
  "noWallet",
  "notConnected",
  "changeWallet",
  "payFrom",
  "faucet",
  "reload",
] as const;

export type BondLabels = Record<(typeof BOND_LABELS)[number], string>;
