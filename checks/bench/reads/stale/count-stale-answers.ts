import { CHANGES } from "./changes";
import { readAnswer } from "./read-answer";
import { World, type Change } from "./world";

const INDEX = "/.well-known/agent-skills/index.json";

/** What programs read of the skill and of its owner. */
const readsOf = ({ name, firstName, draftName, heldName, owner }: World): string[] => [
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

function somePagesOf(world: World, turn: number): string[] {
  const pages = pagesOf(world);
  return Array.from(
    { length: PAGES_AT_A_TIME },
    (_, i) => pages[(turn * PAGES_AT_A_TIME + i) % pages.length] ?? "/",
  );
}

export interface Tally {
  changes: number;
  reads: number;
  /** Change and address of each answer that was not what is true after the change. */
  stale: string[];
  /** Changes that no address has shown. */
  unseen: string[];
}

/**
 * Makes `changes` changes, each kind in turn, and after each reads what could show it from each web process: first as
 * it may be kept, as it was read just before, then made anew for one caller. Both must say the same.
 */
export async function countStaleAnswers(
  urls: readonly string[],
  { changes = CHANGES.length, pages }: { changes?: number; pages: boolean },
): Promise<Tally> {
  const tally: Tally = { changes: 0, reads: 0, stale: [], unseen: [] };
  while (tally.changes < changes) {
    const world = await World.begin();
    for (const change of CHANGES.slice(0, changes - tally.changes))
      await tryChange(urls, { change, world, pages, tally });
  }
  return tally;
}

async function tryChange(
  urls: readonly string[],
  { change, world, pages, tally }: { change: Change; world: World; pages: boolean; tally: Tally },
): Promise<void> {
  const turn = tally.changes++;
  const security = `/skills/${world.name}/security`;
  const addresses = [...readsOf(world), ...(pages ? [security, ...somePagesOf(world, turn)] : [])];
  const read = (paths: readonly string[]) =>
    Promise.all(urls.map((url) => inTurn(paths, (path) => readAnswer(url + path))));
  const [before = []] = await read(addresses);
  await change.act(world);
  const kept = await read(addresses);
  const [url = ""] = urls;
  const fresh = await inTurn(addresses, (path) => readAnswer(url + path, { anew: true }));
  tally.reads += addresses.length * urls.length;
  for (const [i, path] of addresses.entries()) {
    const wrong = kept.filter((answers) => answers[i] !== fresh[i]).length;
    for (let n = 0; n < wrong; n++) tally.stale.push(`${change.name}: ${path}`);
  }
  const isUnseen = fresh.every((answer, i) => answer === before[i]);
  if (isUnseen && (pages || !change.onPageOnly)) tally.unseen.push(change.name);
}

async function inTurn<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (const item of items) done.push(await act(item));
  return done;
}
