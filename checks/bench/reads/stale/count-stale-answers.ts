import { readsOf, somePagesOf } from "./addresses";
import { CHANGES } from "./changes";
import { readAnswer } from "./read-answer";
import { World, type Change } from "./world";

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
