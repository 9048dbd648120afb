import { skillPath } from "@/components/skill/skill-path";
import type { SkillDetail } from "@/lib/registry/views";

type Described = Pick<
  SkillDetail,
  | "slug"
  | "displayName"
  | "description"
  | "version"
  | "publishedAt"
  | "license"
  | "publisher"
  | "tags"
  | "rating"
  | "contentLanguage"
>;

/** A skill as search engines read it (schema.org, JSON-LD). No price: they know no SOL. */
export function skillData(skill: Described, origin: string): Record<string, unknown> {
  const { average, count } = skill.rating;
  return {
    "@context": "https://schema.org",
    "@type": "SoftwareApplication",
    name: skill.displayName,
    description: skill.description,
    url: origin + skillPath(skill.slug),
    image: `${origin}/opengraph.png?skill=${encodeURIComponent(skill.slug)}`,
    applicationCategory: "DeveloperApplication",
    softwareVersion: skill.version,
    datePublished: skill.publishedAt,
    ...(skill.contentLanguage === "und" ? {} : { inLanguage: skill.contentLanguage }),
    ...(skill.license === null ? {} : { license: skill.license }),
    ...(skill.publisher === null ? {} : { author: { "@type": "Person", name: skill.publisher } }),
    ...(skill.tags.length === 0 ? {} : { keywords: skill.tags.join(", ") }),
    ...(average === null
      ? {}
      : {
          aggregateRating: {
            "@type": "AggregateRating",
            ratingValue: average,
            ratingCount: count,
            bestRating: 5,
          },
        }),
  };
}
