import { LyingNode } from "@/lib/payments/testing/lying-node";

type Slotted = { slot: number } | null;

/**
 * Stands for several nodes behind one address, of which one lags: while `behindSlots` is set, every other question is
 * answered by that one, as truly as a node can that has not seen the newest slots.
 */
export class LaggingNode extends LyingNode {
  behindSlots = 0;
  private asked = 0;

  /** `slot` is the newest one of the chain. */
  constructor(truth: () => string, slot: () => number) {
    super(truth);
    const view = () => slot() - this.behindSlots;
    const lag = (method: string, answer: (result: unknown, params: unknown[]) => unknown) =>
      this.lies.set(method, (params, result) => {
        if (this.behindSlots === 0 || this.asked++ % 2 === 0) return undefined;
        const { minContextSlot = 0 } = (params.at(-1) ?? {}) as { minContextSlot?: number };
        if (minContextSlot > view()) throw new Error("Minimum context slot has not been reached");
        return answer(result, params);
      });
    const seen = (each: Slotted) => each !== null && each.slot <= view();

    lag("getTransaction", (result) => (seen(result as Slotted) ? undefined : null));
    lag("getSignaturesForAddress", (result) => (result as Slotted[]).filter(seen));
    lag("getSignatureStatuses", (result) => ({
      context: { slot: view() },
      value: (result as { value: Slotted[] }).value.map((each) => (seen(each) ? each : null)),
    }));
    lag("getBlockHeight", (result) => Number(result) - this.behindSlots);
    lag("getEpochInfo", (result) => {
      const { absoluteSlot, blockHeight } = result as { absoluteSlot: number; blockHeight: number };
      return { absoluteSlot: absoluteSlot - this.behindSlots, blockHeight: blockHeight - this.behindSlots };
    });
  }
}
