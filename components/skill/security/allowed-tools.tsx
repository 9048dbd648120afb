import { useTranslations } from "next-intl";
import { firstEntries } from "@/components/skill/overview/declared-facts";
import { slot } from "@/components/ui/slot";
import type { SkillManifest } from "@/lib/skill-format";

/**
 * The tools an agent that installs the skill lets it use without asking (`allowed-tools`): a permission nothing here
 * enforces, so it is told beside those.
 */
export function AllowedTools({ manifest }: { manifest: Pick<SkillManifest, "allowedTools"> }) {
  const t = useTranslations("skill.vouch");
  const { shown, more } = firstEntries(manifest.allowedTools);
  if (shown.length === 0) return null;
  return (
    <span className="block">
      {t.rich("allowed-tools", { tools: slot(<span className="mono">{shown.join(", ")}</span>) })}
      {more > 0 ? ` ${t("allowed-tools-more", { count: more })}` : null}
    </span>
  );
}
