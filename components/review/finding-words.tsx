import { useLocale } from "next-intl";
import { CodeMeaning, ExactMessage } from "@/components/ui/code/code-meaning";
import { findingMeaning } from "@/lib/platform/i18n/code-meanings";

interface FindingWordsProps {
  code: string;
  message: string;
  /** What it means is set off from the exact words. */
  strong?: boolean;
}

/** A finding in a list: what it means in the reader's language, and the exact English words. */
export function FindingWords({ code, message, strong = false }: FindingWordsProps) {
  const meaning = findingMeaning(useLocale(), code)?.meaning;
  const words = <CodeMeaning meaning={meaning} message={message} />;
  return (
    <>
      {strong ? <b>{words}</b> : words}
      <ExactMessage meaning={meaning} message={message} />
    </>
  );
}
