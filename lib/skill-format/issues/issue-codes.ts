import meanings from "./issue-codes.json" with { type: "json" };

/** What each code of a validation report means, in words for people (docs/dialects/issue-codes.md). */
export const ISSUE_MEANINGS = meanings;

export type IssueCode = keyof typeof ISSUE_MEANINGS;
