// The notes of a release: what a person wrote in the changelog, else what the commits say.

const HEADINGS: Record<string, string> = { feat: "Added", fix: "Fixed", perf: "Faster" };
const SUBJECT = /^(\w+)(?:\(([^)]+)\))?: (.+)$/;

/** Notes from the subjects of commits, the newest first, as a list for each kind that users notice. */
export function notesFrom(subjects: readonly string[]): string {
  const read = subjects.flatMap((subject) => {
    const [, kind = "", scope, text] = SUBJECT.exec(subject) ?? [];
    return Object.hasOwn(HEADINGS, kind) ? [{ kind, line: `- ${scope ? `${scope}: ` : ""}${text}` }] : [];
  });
  return Object.entries(HEADINGS)
    .map(([kind, heading]) => ({
      heading,
      lines: read.filter((each) => each.kind === kind).map(({ line }) => line),
    }))
    .filter(({ lines }) => lines.length > 0)
    .map(({ heading, lines }) => `### ${heading}\n\n${lines.join("\n")}\n`)
    .join("\n");
}

const headingOf = (version: string) => new RegExp(`^## ${version.replaceAll(".", "\\.")}(?: .*)?\n`, "m");

/** What a changelog says of a version, without its heading; null when it has no such section. */
export function sectionOf(changelog: string, version: string): string | null {
  const heading = headingOf(version).exec(changelog);
  if (!heading) return null;
  const rest = changelog.slice(heading.index + heading[0].length);
  const end = rest.search(/^## /m);
  return (end < 0 ? rest : rest.slice(0, end)).trim();
}

/** The changelog with a dated section of the version, above all others; one that stands there gets its date only. */
export function withSection(
  changelog: string,
  { version, date, notes }: { version: string; date: string; notes: string },
): string {
  const heading = `## ${version} (${date})\n`;
  if (headingOf(version).test(changelog)) return changelog.replace(headingOf(version), heading);
  const first = changelog.search(/^## /m);
  const at = first < 0 ? changelog.length : first;
  return `${changelog.slice(0, at)}${heading}\n${notes}\n${changelog.slice(at)}`;
}
