/**
 * False for text with U+0000, on which PostgreSQL ends the statement with an error: it can name nothing that is stored.
 */
export const isStorableText = (text: string): boolean => !text.includes("\0");

/** The text with U+FFFD for what PostgreSQL cannot hold: U+0000 and halves of surrogate pairs. */
export const toStorableText = (text: string): string => text.toWellFormed().replaceAll("\0", "\uFFFD");
