import { STANDARD_IMAGE_PATTERN } from "../../constants";
import { checkGroupKeys, checkText, findingAt, quote, reportType, requireMap, textAt } from "../../fields";
import { isMissing, nodeAt } from "../../yaml/node";
import type { Check } from "../dialect";
import { checkPackageFile } from "../entry-points";

/** Exo §2: `runtime` and its required texts. */
export const checkRuntimeTexts: Check = ({ frontMatter }, report) => {
  const runtime = requireMap(frontMatter, "runtime", report);
  if (runtime === undefined) return;
  const keys = ["docker_image", "docker_image_hash", "entrypoint"];
  checkGroupKeys(runtime, "runtime", [...keys, "timeout_seconds"], report);
  for (const key of keys) checkText(runtime, `runtime.${key}`, report, { required: true });
};

/** Exo §2: an image outside the standard ones gets a warning. */
export const checkImage: Check = ({ frontMatter }, report) => {
  const image = textAt(frontMatter, "runtime", "docker_image");
  if (image === undefined || STANDARD_IMAGE_PATTERN.test(image)) return;
  const message = `${quote(image)} is not one of the standard images exo-runtime-*`;
  const node = nodeAt(frontMatter, "runtime", "docker_image");
  report(findingAt(node, { severity: "warning", code: "FIELD_ENUM", path: "runtime.docker_image", message }));
};

/** Exo §2: 64 hexadecimal digits, `sha256:` before them optional. */
export const checkImageHash: Check = ({ frontMatter }, report) => {
  const hash = textAt(frontMatter, "runtime", "docker_image_hash");
  if (hash === undefined || toImageDigest(hash) !== undefined) return;
  const message = `${quote(hash)} is not a SHA-256 digest: 64 hexadecimal digits, "sha256:" before them optional`;
  const node = nodeAt(frontMatter, "runtime", "docker_image_hash");
  report(
    findingAt(node, { severity: "error", code: "FIELD_FORMAT", path: "runtime.docker_image_hash", message }),
  );
};

/** Exo §2: the entry script is a safe path and in the package. */
export const checkEntryScript: Check = (view, report) => {
  checkPackageFile(view, nodeAt(view.frontMatter, "runtime", "entrypoint"), "runtime.entrypoint", report);
};

/** Exo §2: `timeout_seconds` is a finite number above 0; absent it is 60. */
export const checkTimeout: Check = ({ frontMatter }, report) => {
  const path = "runtime.timeout_seconds";
  const node = nodeAt(frontMatter, "runtime", "timeout_seconds");
  if (isMissing(node)) return;
  if (node.kind !== "scalar" || typeof node.value !== "number") {
    reportType(node, path, "a number without quotes", report, "error");
  } else if (!Number.isFinite(node.value) || node.value <= 0) {
    const message = `${node.source} is not a number of seconds above 0`;
    report(findingAt(node, { severity: "error", code: "FIELD_RANGE", path, message }));
  }
};

/** The hash as `sha256:` and lower-case digits; undefined when it is none. */
export function toImageDigest(written: string): string | undefined {
  const match = /^(?:sha256:)?([0-9a-f]{64})$/i.exec(written);
  return match?.[1] === undefined ? undefined : `sha256:${match[1].toLowerCase()}`;
}
