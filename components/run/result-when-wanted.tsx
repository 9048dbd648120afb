import { useEffect, useState, type ComponentType } from "react";
import type { RunResultProps } from "@/components/run/run-result";

/**
 * Fetches what draws an outcome when there is one to draw, which is when the button was pressed. Should it not come, the
 * outcome is shown as it was received: it may have been paid for.
 */
export function ResultWhenWanted(props: RunResultProps) {
  const { busy, run, problem, last } = props;
  const [Result, setResult] = useState<ComponentType<RunResultProps> | null>(null);
  const [missing, setMissing] = useState(false);
  const wanted = Boolean(busy ?? run ?? problem ?? last);
  useEffect(() => {
    if (!wanted) return;
    import("@/components/run/run-result").then(
      ({ RunResult }) => setResult(() => RunResult),
      () => setMissing(true),
    );
  }, [wanted]);
  if (Result) return <Result {...props} />;
  const outcome = run ?? problem;
  if (!missing || outcome === null) return busy;
  return <pre className="overflow-auto text-12">{JSON.stringify(outcome)}</pre>;
}
