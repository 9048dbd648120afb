import { onPrimary } from "@/lib/db/replicas/reading";

/** Statements of one kind under way at the same time; what comes meanwhile goes with the next. */
const MAX_UNDER_WAY = 2;
const MAX_ITEMS = 128;

interface Waiting<I, O> {
  item: I;
  resolve: (outcome: O) => void;
  reject: (error: unknown) => void;
}

/**
 * Does together what is asked for at the same moment: `run` gets the items and returns an outcome for each, in their
 * order. Alone, an item waits for nobody; under load, those that come while earlier ones are under way share one
 * statement and its commit. Nobody's outcome depends on the others: when `run` fails for several, it is run again for
 * each alone, so it must do all of it or nothing. They do wait for each other's locks: rows it writes are to be locked
 * by short transactions only. Its statements go to the primary, whatever the one who asked first reads from.
 */
export function batched<I, O>(run: (items: readonly I[]) => Promise<readonly O[]>): (item: I) => Promise<O> {
  const waiting: Waiting<I, O>[] = [];
  let underWay = 0;
  let scheduled = false;

  function schedule(): void {
    if (scheduled || waiting.length === 0 || underWay >= MAX_UNDER_WAY) return;
    scheduled = true;
    // After what else has arrived in this turn of the event loop.
    setImmediate(() => {
      scheduled = false;
      underWay++;
      void settleAll(waiting.splice(0, MAX_ITEMS)).finally(() => {
        underWay--;
        schedule();
      });
      schedule();
    });
  }

  async function settleAll(taken: readonly Waiting<I, O>[]): Promise<void> {
    try {
      const outcomes = await onPrimary(() => run(taken.map(({ item }) => item)));
      taken.forEach(({ resolve }, i) => resolve(outcomes[i] as O));
    } catch (error) {
      if (taken.length === 1) taken[0]?.reject(error);
      else for (const each of taken) await settleAll([each]);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      schedule();
    });
}
