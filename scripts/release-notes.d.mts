export function notesFrom(subjects: readonly string[]): string;
export function sectionOf(changelog: string, version: string): string | null;
export function withSection(
  changelog: string,
  section: { version: string; date: string; notes: string },
): string;
