import { meantVersion } from "../values/versions";
import { type FixFinder, issuesWith, lineFix } from "./fix";
import { findWritten, nodeOf } from "./written-value";

/** `v1.2` and `1` are written with their three numbers: `1.2.0`, `1.0.0`. A date stays one. */
export const semanticVersion: FixFinder = (source) =>
  issuesWith(source, ["FIELD_FORMAT"]).flatMap((issue) => {
    const { frontMatter, lines } = source;
    if (frontMatter === null || issue.path !== "version") return [];
    const node = nodeOf(frontMatter, "version");
    const written = findWritten(lines, frontMatter, "version");
    if (written === null || node?.kind !== "scalar") return [];
    const version = meantVersion(node.source.trim());
    if (version === null) return [];
    const { line, from } = written;
    return [lineFix("semantic-version", issue, { line, from, to: written.with(version) })];
  });
