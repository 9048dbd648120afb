/** Quotes one account or address may ask for, whichever way it asks. */
export const QUOTE_LIMIT = { name: "quote", points: 240, durationSeconds: 600 };
