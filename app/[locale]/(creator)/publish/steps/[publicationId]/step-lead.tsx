import { getLocale, getTranslations } from "next-intl/server";
import { CodeMeaning, ExactMessage } from "@/components/ui/code/code-meaning";
import { SentenceSpace } from "@/components/ui/sentences";
import { refusalMeaning } from "@/lib/platform/i18n/code-meanings";
import type { VersionPreview } from "@/lib/publishing/preview-version";

/** "Version 1.9.0, a minor release on 1.8.0. It will need a reduced audit.", or why it could not be published. */
export async function StepLead({ preview }: { preview: VersionPreview }) {
  const t = await getTranslations("publish");
  const locale = await getLocale();
  if (!preview.ok) {
    const { code, message } = preview;
    const meaning = refusalMeaning(locale, code);
    return (
      <span>
        <code>{code}</code> <CodeMeaning meaning={meaning} message={message} />
        <ExactMessage meaning={meaning} message={message} />
      </span>
    );
  }
  const { version, change, base, duty } = preview;
  const kind = KINDS.find((each) => each === change) ?? "other";
  return (
    <>
      {t(base === null ? "versionFirst" : `versionStep.${kind}`, { version, base: base ?? "" })}
      <SentenceSpace />
      {t(`duty.${duty}`)}
    </>
  );
}

const KINDS = ["patch", "minor", "major", "other"] as const;
