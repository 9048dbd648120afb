/** Payments one address may hand in or ask about: each of them is looked for on the chain, whoever names it. */
export const PAYMENT_LIMIT = { name: "payment", points: 1200, durationSeconds: 600 };

/** The same for deposits: opening, looking at and moving them. */
export const DEPOSIT_LIMIT = { name: "deposit", points: 240, durationSeconds: 600 };
