const TAGS = ["latest", "next"] as const;

/** What names a version without being its number, as npm has it. */
export type VersionTag = (typeof TAGS)[number];

/** Whether a text is such a name, which no version can have. */
export const isVersionTag = (text: string): text is VersionTag => (TAGS as readonly string[]).includes(text);
