import { useTranslations } from "next-intl";
import { languageOf } from "@/components/skill/files/language-of";
import { firstEntries } from "@/components/skill/overview/declared";
import { skillFilePath } from "@/components/skill/links";
import { DataTable } from "@/components/ui/data-table";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import type { SkillDetail } from "@/lib/registry/views";
import type { SkillTool } from "@/lib/skill-format";

const TOOLS_FILE = "tools/tools.yaml";

/**
 * What a VibeLife skill (V9, sections 2 to 4) is made of: the tools with their parameters, the rules that are read when
 * they are needed, and the words that call for it. All of it is as the author declares it. Nothing for other skills.
 */
export function ToolsPanel({
  skill,
  pinned,
  files,
}: {
  skill: Pick<SkillDetail, "slug" | "tools" | "manifest" | "contentLanguage">;
  pinned: string | undefined;
  files: readonly string[];
}) {
  const t = useTranslations("skill.tools");
  if (skill.tools.length === 0) return null;
  const rules = files.filter((path) => /^rules\/.+\.md$/.test(path));
  const lang = languageOf(skill.contentLanguage);
  const { shown, more } = firstEntries(skill.manifest.triggers);
  return (
    <PageSection
      id="tools"
      title={t("title")}
      remark={t("remark")}
      more={
        <SiteLink className="link" href={skillFilePath(skill.slug, TOOLS_FILE, pinned)}>
          {TOOLS_FILE}
        </SiteLink>
      }
      className="part"
    >
      <div className="overflow-x-auto">
        <DataTable className="mt-3" caption={t("title")} columns={[t("tool"), t("when"), t("parameters")]}>
          {skill.tools.map((tool) => (
            <Tool key={tool.name} tool={tool} lang={lang} />
          ))}
        </DataTable>
      </div>
      {rules.length === 0 ? null : (
        <div className="pt-4">
          <h3 className="font-medium">{t("rules")}</h3>
          <ul className="list-disc ps-5 pt-1">
            {firstEntries(rules).shown.map((path) => (
              <li key={path} className="wrap-anywhere">
                <SiteLink className="link mono" href={skillFilePath(skill.slug, path, pinned)}>
                  {path}
                </SiteLink>
              </li>
            ))}
            {firstEntries(rules).more > 0 ? <li>{t("more", { count: firstEntries(rules).more })}</li> : null}
          </ul>
        </div>
      )}
      {shown.length === 0 ? null : (
        <div className="pt-4">
          <h3 className="font-medium">{t("triggers")}</h3>
          <p className="pt-1 wrap-anywhere">
            <span lang={lang}>{shown.join(" · ")}</span>
            {more > 0 ? ` · ${t("more", { count: more })}` : ""}
          </p>
        </div>
      )}
    </PageSection>
  );
}

function Tool({ tool, lang }: { tool: SkillTool; lang: string | undefined }) {
  const t = useTranslations("skill.tools");
  return (
    <tr>
      <th scope="row" className="align-top wrap-anywhere">
        <span className="mono">{tool.name}</span>
        <span className="block text-13 font-normal text-ink-2">
          {t(`type.${tool.type}`)}
          {tool.cardType === null ? "" : ` · ${t("card", { card: tool.cardType })}`}
          {tool.type === "compute" && !tool.handled ? ` · ${t("unhandled")}` : ""}
        </span>
      </th>
      <td className="align-top wrap-anywhere" lang={lang}>
        {tool.description}
        {tool.whenToCall === "" ? null : <span className="block text-ink-2">{tool.whenToCall}</span>}
      </td>
      <td className="align-top">
        <ul>
          {tool.parameters.map(({ name, type, required, description, options }) => (
            <li key={name} className="wrap-anywhere">
              <span className="mono">{name}</span>{" "}
              <span className="text-ink-2">
                {[type, required ? t("required") : "", options.join(" | ")].filter(Boolean).join(", ")}
              </span>
              {description === null ? null : (
                <span className="block text-13 text-ink-2" lang={lang}>
                  {description}
                </span>
              )}
            </li>
          ))}
        </ul>
      </td>
    </tr>
  );
}
