import type { VersionTag } from "@/lib/skill-format";

/**
 * The column of "Skills" that holds the version a tag names; nothing named is `latest`. Where there is no pre-release
 * above the latest version, `next` is the latest.
 */
export const versionOfTag = (tag: VersionTag = "latest", skill = "s"): string =>
  tag === "latest"
    ? `${skill}."latest_version_id"`
    : `coalesce(${skill}."next_version_id", ${skill}."latest_version_id")`;
