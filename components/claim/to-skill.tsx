import { skillPath } from "@/components/skill/skill-path";
import { SiteLink } from "@/components/ui/site-link";

/** The way to the skill that a claim was about. */
export function ToSkill({ slug, words }: { slug: string; words: string }) {
  return (
    <SiteLink className="btn" href={skillPath(slug)}>
      {words}
    </SiteLink>
  );
}
