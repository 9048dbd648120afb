import { useCallback, useEffect, useRef, useState } from "react";
import { ApiProblem } from "@/components/run/api-problem";
import { askMarket, type CheckSource } from "@/components/validate/ask-market";
import type { CheckView } from "@/components/validate/check-view";

const PAUSE_MS = 350;

/** Who is asked for a verdict. */
export type Ask = (source: CheckSource, signal: AbortSignal) => Promise<CheckView>;

/** Why there is no verdict: what the market answered, or that it could not be asked. */
export interface CheckProblem {
  code: string | null;
  detail: string;
}

export interface LiveCheck {
  view: CheckView | null;
  problem: CheckProblem | null;
  busy: boolean;
  /** Checks a source; a newer one makes an older answer worthless, so that its request is given up. */
  check: (source: CheckSource | null, when: "now" | "after a pause") => void;
  fail: (problem: CheckProblem) => void;
}

/** The latest verdict on what is being typed or chosen. The last one stays until the next is there. */
export function useLiveCheck(
  initial: { view: CheckView | null; problem: CheckProblem | null },
  ask: Ask = askMarket,
): LiveCheck {
  const [state, setState] = useState({ ...initial, busy: false });
  const stopPrevious = useRef<() => void>(() => undefined);
  useEffect(() => () => stopPrevious.current(), []);

  const fail = useCallback((problem: CheckProblem) => {
    stopPrevious.current();
    setState({ view: null, problem, busy: false });
  }, []);

  const check = useCallback<LiveCheck["check"]>(
    (source, when) => {
      stopPrevious.current();
      if (source === null) return setState({ view: null, problem: null, busy: false });
      const abort = new AbortController();
      const answer = async () => {
        setState((before) => ({ ...before, busy: true }));
        try {
          const view = await ask(source, abort.signal);
          if (!abort.signal.aborted) setState({ view, problem: null, busy: false });
        } catch (error) {
          if (!abort.signal.aborted) setState({ view: null, problem: toProblem(error), busy: false });
        }
      };
      const timer = setTimeout(() => void answer(), when === "now" ? 0 : PAUSE_MS);
      stopPrevious.current = () => {
        clearTimeout(timer);
        abort.abort();
      };
    },
    [ask],
  );

  return { ...state, check, fail };
}

function toProblem(error: unknown): CheckProblem {
  return error instanceof ApiProblem
    ? { code: error.code, detail: error.message }
    : { code: null, detail: "" };
}
