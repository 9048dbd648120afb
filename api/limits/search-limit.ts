/** A search reads some thousand rows; an agent or an office behind one address hardly asks five times a second. */
export const SEARCH_LIMIT = { name: "search", points: 300, durationSeconds: 60 };

/** Asked with every pause in typing. */
export const SUGGESTION_LIMIT = { name: "suggestions", points: 300, durationSeconds: 60 };
