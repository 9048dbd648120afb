const TAGS = ["latest", "next"] as const;

/** What names a version without being its number, as npm has it. */
export type VersionTag = (typeof TAGS)[number];

export const isVersionTag = (text: string): text is VersionTag => (TAGS as readonly string[]).includes(text);

/**
 * The column of "Skills" that holds the version a tag names; nothing named is `latest`. Where there is no pre-release
 * above the latest version, `next` is the latest.
 */
export const versionOfTag = (tag: VersionTag = "latest", skill = "s"): string =>
  tag === "latest"
    ? `${skill}."latest_version_id"`
    : `coalesce(${skill}."next_version_id", ${skill}."latest_version_id")`;
