import { useTranslations } from "next-intl";
import { SiteLink } from "@/components/ui/site-link";
import { Note } from "@/components/ui/note";
import type { SkillAccess } from "@/lib/registry/views";

/** That a skill is not everybody's to see, or to install; nothing of a public one. */
export function AccessNote({ access }: { access: SkillAccess }) {
  const t = useTranslations("skill.access-note");
  if (access === "public") return null;
  return (
    <Note
      title={t(`${access}.title`)}
      action={
        <SiteLink className="btn btn-sm" href="/docs/private-skills">
          {t("more")}
        </SiteLink>
      }
    >
      {t(`${access}.text`)}
    </Note>
  );
}
