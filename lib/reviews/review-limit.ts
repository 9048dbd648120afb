/** Reviews one address may write, in any account's name. */
export const REVIEW_LIMIT = { name: "review", points: 10, durationSeconds: 3600 };
