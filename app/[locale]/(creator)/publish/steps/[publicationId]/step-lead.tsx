import { getTranslations } from "next-intl/server";
import type { VersionPreview } from "@/lib/registry/preview-version";

/** "Version 1.9.0, a minor release on 1.8.0. It will need a reduced audit.", or why it could not be published. */
export async function StepLead({ preview }: { preview: VersionPreview }) {
  const t = await getTranslations("publish");
  if (!preview.ok)
    return (
      <span lang="en">
        <code>{preview.code}</code> {preview.message}
      </span>
    );
  const { version, change, base, duty } = preview;
  const kind = KINDS.find((each) => each === change) ?? "other";
  return (
    <>
      {t(base === null ? "versionFirst" : `versionStep.${kind}`, { version, base: base ?? "" })}{" "}
      {t(`duty.${duty}`)}
    </>
  );
}

const KINDS = ["patch", "minor", "major", "other"] as const;
