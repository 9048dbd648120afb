import { useRef, useState } from "react";
import type { Attempt } from "@/components/run/payment/attempt";
import type { Order } from "@/components/run/payment/attempt-call";
import { callsOf } from "@/components/run/payment/count-calls";
import { storeCall } from "@/components/run/payment/stored-call";
import { useStoredPurchase } from "@/components/run/payment/stored-purchase";
import { loadPress, problemOf } from "@/components/run/load-press";
import type { PlainRun } from "@/components/run/plain-run";
import type { RunFormProps } from "@/components/run/form/run-form-props";

type Input = Record<string, unknown>;

const NOTHING_YET: Attempt = { busy: null, log: [], run: null, problem: null };

/**
 * The life of a run: from the press of the button over its steps to its outcome, and what is left of a purchase. Begins
 * with the answer to a form that was `sent` without scripts.
 */
export function useRun(skill: RunFormProps, sent: PlainRun | null) {
  const { slug, version } = skill;
  const { purchase, keep } = useStoredPurchase(slug, version);
  const [attempt, setAttempt] = useState(
    sent ? { ...NOTHING_YET, run: sent.run, problem: sent.problem } : NOTHING_YET,
  );
  // What the last press sent, as far as this page knows it: its output is told from an example's by it.
  const [input, setInput] = useState<Input | null>(sent?.run ? sent.input : null);
  const underWay = useRef<AbortController | null>(null); // a second click may come before the first one's state is drawn

  const show = (change: Partial<Attempt>) => setAttempt((shown) => ({ ...shown, ...change }));

  /** `read` gives the input as it is written, null where it cannot be read. */
  async function press(read: () => Promise<Input | null>, order: Order) {
    if (underWay.current) return;
    // Signed already: another payment is the last thing to ask for. A call that was begun, or a single one, has
    // its input.
    const bought = purchase !== null && (callsOf(purchase) === 1 || purchase.begun !== undefined);
    const written = bought ? {} : await read();
    if (!written || !(purchase || order.connection || skill.priceLamports === "0")) return;
    const { signal } = (underWay.current = new AbortController());
    setAttempt(NOTHING_YET);
    setInput(bought ? null : written);
    try {
      const { attemptCall } = await loadPress();
      const done = await attemptCall(skill, { ...order, input: written, purchase, keep, signal }, show);
      if (done) storeCall(slug, version, done);
    } catch (error) {
      show({ problem: await problemOf(error) });
    } finally {
      underWay.current = null;
    }
  }

  return { attempt, input, purchase, press, cancel: () => underWay.current?.abort(), show };
}
