/** Of the starter catalogue. */
const SKILL = "json-diff";
/** One that changes while others are read. */
export const OTHER_SKILL = "csv-profile";

/** One address for each kind of read. */
export const KINDS: Readonly<Record<string, string>> = {
  schema: `/v1/agent/skills/${SKILL}/schema`,
  detail: `/v1/skills/${SKILL}`,
  download: `/v1/skills/${SKILL}/download`,
  search: "/v1/skills?q=invoice",
  list: "/skills",
  "skill page": `/skills/${SKILL}`,
  "front page": "/",
  "llms.txt": "/llms.txt",
  feed: "/feed.xml",
};

/** What is read of any skill, also of one that does not run here. */
export const READS_OF_SKILL: readonly ((slug: string) => string)[] = [
  (slug) => `/v1/skills/${slug}`,
  (slug) => `/v1/skills/${slug}/versions`,
  (slug) => `/v1/skills?q=${slug}`,
  (slug) => `/v1/skills/${slug}/reviews`,
  (slug) => `/skills/${slug}`,
  (slug) => `/skills/${slug}/security`,
  (slug) => `/skills/${slug}/versions`,
  (slug) => `/ko/skills/${slug}`,
];
