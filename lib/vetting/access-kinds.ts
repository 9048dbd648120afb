/** What a skill may touch beyond its input, in the order of a table of access (USK v1.0 section 3-5). */
export const ACCESS_KINDS = ["network", "filesystem", "subprocess", "secrets"] as const;
export type AccessKind = (typeof ACCESS_KINDS)[number];
