/** Payments one address may hand in or ask about: each of them is looked for on the chain, whoever names it. */
export const PAYMENT_LIMIT = { name: "payment", points: 1200, durationSeconds: 600 };

/**
 * Requests for test money: the local ledger limits how much an address gets, and this how many addresses are served.
 */
export const FAUCET_LIMIT = { name: "faucet", points: 60, durationSeconds: 3600 };

/** The same for deposits: opening, looking at and moving them. */
export const DEPOSIT_LIMIT = { name: "deposit", points: 240, durationSeconds: 600 };
