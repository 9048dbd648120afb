import { skillPath } from "@/components/skill/links";
import { hasCard, cardPath } from "@/components/share-card/share-card-tags";
import { DEFAULT_LOCALE } from "@/lib/platform/i18n/routing";
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
  | "withdrawn"
  | "claimStatus"
  | "vettingStatus"
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
    ...(hasCard(skill) ? { image: origin + cardPath({ skill: skill.slug }, DEFAULT_LOCALE) } : {}),
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
