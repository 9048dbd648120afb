import { useTranslations } from "next-intl";
import { Empty } from "@/components/ui/empty";
import { Price } from "@/components/ui/price";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/when";
import type { OwnSkill } from "@/lib/registry/get-dashboard";

const TONE = {
  approved: "pill pill-ok",
  caution: "pill pill-warn",
  pending: "pill",
  rejected: "pill pill-bad",
};

/** The creator's skills, each with the state of its newest version. */
export function OwnSkills({ skills }: { skills: readonly OwnSkill[] }) {
  const t = useTranslations("dashboard");
  if (skills.length === 0) {
    return (
      <Empty
        heading="h3"
        title={t("none")}
        actions={
          <SiteLink className="btn btn-primary" href="/publish">
            {t("publish")}
          </SiteLink>
        }
      >
        {t("noneDetail")}
      </Empty>
    );
  }
  return (
    <table className="ledger w-full">
      <thead>
        <tr>
          <th scope="col">{t("skill")}</th>
          <th scope="col">{t("vetting")}</th>
          <th scope="col">{t("uploaded")}</th>
          <th scope="col" className="end">
            {t("calls")}
          </th>
          <th scope="col" className="end">
            {t("downloads")}
          </th>
          <th scope="col" className="end">
            {t("price")}
          </th>
        </tr>
      </thead>
      <tbody>
        {skills.map((skill) => (
          <tr key={skill.slug}>
            <th scope="row">
              <SiteLink
                className="link"
                href={skill.published ? `/skills/${skill.slug}` : `/publish/${skill.versionId}`}
              >
                {skill.slug}
              </SiteLink>{" "}
              <span className="font-mono text-13 font-normal text-ink-3">{skill.version}</span>
            </th>
            <td>
              <SiteLink href={`/publish/${skill.versionId}`} className={TONE[skill.vettingStatus]}>
                {t(`status.${skill.yanked ? "yanked" : skill.vettingStatus}`)}
              </SiteLink>
            </td>
            <td>
              <When iso={skill.uploadedAt} as="relative" />
            </td>
            <td className="end num">{skill.callsTotal}</td>
            <td className="end num">{skill.downloadsTotal}</td>
            <td className="end">
              <Price lamports={skill.priceLamports} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
