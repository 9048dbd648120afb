import type { World } from "./world";

const INDEX = "/.well-known/agent-skills/index.json";

/** What programs read of the skill and of its owner. */
export const readsOf = ({ name, firstName, draftName, heldName, owner }: World): string[] => [
  `/v1/skills/${name}`,
  `/v1/skills/${firstName}`,
  `/v1/skills/${draftName}`,
  `/v1/skills/${heldName}`,
  `/v1/agent/skills/${name}/schema`,
  `/v1/skills/${name}/download`,
  `/v1/skills/${name}/versions`,
  `/v1/skills/${name}/reviews`,
  `/v1/skills/${name}/install-guide`,
  `/v1/skills?q=${name}`,
  `/v1/agent/search?q=${name}`,
  "/v1/categories",
  "/feed.xml",
  "/feed.xml?of=seals",
  INDEX,
  `/skills/${name}${INDEX}`,
  `/publishers/${owner.username}${INDEX}`,
];

/** What people read. */
const pagesOf = ({ name, owner, other }: World): string[] => [
  `/skills/${name}`,
  `/skills?q=${name}`,
  `/skills/${name}/versions`,
  `/skills/${name}/reviews`,
  `/skills/${name}/api`,
  `/skills/${name}/files`,
  `/skills/${name}/examples`,
  `/ko/skills/${name}`,
  `/people/${owner.username}`,
  `/people/${other.username}`,
  "/",
  "/skills",
  "/skills?sort=newest",
  "/audits",
  "/examples",
];

/** So many of the pages after each change, others after the next. */
const PAGES_AT_A_TIME = 4;

export function somePagesOf(world: World, turn: number): string[] {
  const pages = pagesOf(world);
  return Array.from(
    { length: PAGES_AT_A_TIME },
    (_, i) => pages[(turn * PAGES_AT_A_TIME + i) % pages.length] ?? "/",
  );
}
