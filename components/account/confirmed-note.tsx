import { useTranslations } from "next-intl";
import { Note } from "@/components/ui/note";

/**
 * Says to somebody who comes back from confirming that it is them that they go on here; what they had written is
 * put back.
 */
export function ConfirmedNote() {
  const t = useTranslations("confirm");
  return (
    <div role="status" className="mb-4">
      <Note tone="ok" title={t("done")}>
        {t("done-text")}
      </Note>
    </div>
  );
}
