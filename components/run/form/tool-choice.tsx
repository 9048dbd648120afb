import { useTranslations } from "next-intl";
import { callChoices } from "@/components/run/form/call-fields";
import { skillPath } from "@/components/skill/skill-path";
import { SiteLink } from "@/components/ui/site-link";
import type { SkillDetail } from "@/lib/registry/views";
import type { SkillTool } from "@/lib/skill-format";

/** Which of its tools the form of a VibeLife skill is for; nothing where there is no choice. */
export function ToolChoice({
  skill,
  pinned,
  chosen,
}: {
  skill: Pick<SkillDetail, "slug" | "tools" | "entryPoint">;
  pinned: string | undefined;
  chosen: SkillTool | null;
}) {
  const t = useTranslations("run.tools");
  const choices = callChoices(skill);
  if (choices.length < 2) return null;
  const path = skillPath(skill.slug, "overview", pinned);
  const hrefOf = (tool: SkillTool | null) =>
    tool === null
      ? `${path}#run`
      : `${path}${path.includes("?") ? "&" : "?"}tool=${encodeURIComponent(tool.name)}#run`;
  return (
    <nav aria-label={t("choose")} className="mb-3 text-13">
      <p className="text-ink-2">{t("choose")}</p>
      <ul className="mt-1">
        {choices.map((tool) => (
          <li key={tool?.name ?? ""} className="wrap-anywhere">
            <SiteLink
              className="link font-mono"
              href={hrefOf(tool)}
              rel="nofollow"
              aria-current={tool?.name === chosen?.name ? "true" : undefined}
            >
              {tool?.name ?? t("whole")}
            </SiteLink>
          </li>
        ))}
      </ul>
      {chosen === null || chosen.whenToCall === "" ? null : (
        <p className="mt-1 text-ink-2">{t("when", { when: chosen.whenToCall })}</p>
      )}
    </nav>
  );
}
