/**
 * Seconds after which a cache in front of many callers asks again for what shows skills: a quarantine is everywhere
 * by then.
 */
export const SHARED_SECONDS_OF_SKILLS = 5;

/**
 * `Cache-Control` of an answer that shows skills: one caller keeps it so many seconds, a cache in front of many hardly
 * at all.
 */
export const cacheControlOfSkills = (seconds: number): string =>
  `public, max-age=${seconds}, s-maxage=${SHARED_SECONDS_OF_SKILLS}`;
