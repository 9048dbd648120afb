import { useTranslations } from "next-intl";
import { skillPath } from "@/components/skill/skill-path";
import { SideColumn, SideTitle } from "@/components/ui/side-column";
import { SiteLink } from "@/components/ui/site-link";

const SHOWN = 50;

/** The drafts that go to whoever confirms an agent; each can be read first. */
export function WaitingDrafts({ drafts }: { drafts: readonly string[] }) {
  const t = useTranslations("claim.agent");
  return (
    <SideColumn>
      <section>
        <SideTitle>{t("drafts")}</SideTitle>
        {drafts.length === 0 ? <p className="pt-3 text-14 text-ink-2">{t("none")}</p> : null}
        <ul className="pt-2 text-14">
          {drafts.slice(0, SHOWN).map((slug) => (
            <li key={slug} className="py-1">
              <SiteLink className="link wrap-anywhere" href={skillPath(slug)}>
                {slug}
              </SiteLink>
            </li>
          ))}
        </ul>
      </section>
    </SideColumn>
  );
}
