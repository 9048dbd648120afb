import { findingAt, quote, textOf, type FindingSink } from "../fields";
import type { Severity } from "../issues/issue";
import { toPackagePath } from "../values/relative-path";
import type { YamlNode } from "../yaml/node";
import type { DialectView } from "./dialect";

/**
 * A file the front matter names must be a safe relative path (always an error) and be in the package
 * (Exo §2, USK §1).
 */
export function checkPackageFile(
  view: DialectView,
  node: YamlNode | undefined,
  path: string,
  report: FindingSink,
  missing: Severity = "error",
): void {
  const written = textOf(node);
  if (written === undefined || written === "") return;
  const target = toPackagePath(written);
  if (target === null) {
    const message = `${quote(written)} is not a path inside the package: relative, without ".." or backslashes`;
    report(findingAt(node, { severity: "error", code: "PATH_UNSAFE", path, message }));
  } else if (!view.files.has(target)) {
    const message = `${quote(target)} is not in the package`;
    report(findingAt(node, { severity: missing, code: "FILE_NOT_FOUND", path, message }));
  }
}
