import type { Claim } from "./run-claims";
import { isElsewhere, isFree } from "./run-shares";

/** A run of this process. */
interface Here {
  readonly cut: boolean;
  readonly canCut: boolean;
  readonly ranMs: number;
}

/**
 * Which runs without payment are ended for others: of those that have had their time (`sliceMs`) as many as there are
 * others waiting, those that run longest first, wherever they run. A run of another process counts, and is ended there;
 * `ended` names those of this one (`here`). `soonestMs` is when the next has had its time, Infinity for none.
 */
export function chooseCuts(
  claims: readonly Claim[],
  sliceMs: number,
  here: (id: string) => Here | undefined,
): { ended: string[]; soonestMs: number } {
  const waiting = claims.filter(({ running }) => !running);
  let wanted = waiting.length - claims.filter(({ id }) => here(id)?.cut === true).length;
  const ended: string[] = [];
  let soonestMs = Infinity;
  const running = claims.filter((each) => each.running);
  for (const claim of running.toSorted((one, other) => other.elapsedMs - one.elapsedMs)) {
    const own = here(claim.id);
    if (!isFree(claim) || wanted <= 0 || !waiting.some((each) => isElsewhere(each, claim))) continue;
    if (own && (own.cut || !own.canCut)) continue;
    const leftMs = sliceMs - (own?.ranMs ?? claim.elapsedMs);
    if (leftMs > 0) {
      if (own) soonestMs = Math.min(soonestMs, leftMs);
      continue;
    }
    wanted -= 1;
    if (own) ended.push(claim.id);
  }
  return { ended, soonestMs };
}
