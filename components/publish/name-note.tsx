import { useTranslations } from "next-intl";
import { Note } from "@/components/ui/note";
import { SiteLink } from "@/components/ui/site-link";

interface NameNoteProps {
  /** What the package calls the skill. */
  slug: string;
  /** What the skill is called now, if that is something else. */
  renames: string | null;
  /** It is the first version under this name. */
  isFirst: boolean;
}

/** That publishing renames a skill; or, of a first version, where a skill is renamed that has versions already. */
export function NameNote({ slug, renames, isFirst }: NameNoteProps) {
  const t = useTranslations("publish");
  if (renames !== null) {
    return (
      <Note title={t("renames", { before: renames, name: slug })}>
        {t("renames-text", { before: renames })}
      </Note>
    );
  }
  if (!isFirst) return null;
  return (
    <p className="text-13 text-ink-2">
      {t("first-name", { name: slug })}{" "}
      <SiteLink className="link" href="/dashboard/names">
        {t("first-name-link")}
      </SiteLink>
    </p>
  );
}
