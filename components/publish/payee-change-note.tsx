import { useTranslations } from "next-intl";
import { Note } from "@/components/ui/note";
import type { PayeeChange } from "@/lib/publishing/decide-upload";

/**
 * Says that a version pays somebody else than the one before it, with both wallets in full, and what is asked for it.
 */
export function PayeeChangeNote({ change: { before, after } }: { change: PayeeChange }) {
  const t = useTranslations("publish.payee-change");
  return (
    <Note tone="warn" title={t("title")}>
      <span className="wrap-anywhere">
        {before === null ? t("text-free", { after }) : t("text", { before, after })} {t("ask")}
      </span>
    </Note>
  );
}
