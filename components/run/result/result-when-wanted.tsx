import { useEffect, useState, type ComponentType } from "react";
import type { RunResultProps } from "@/components/run/result/run-result";

/**
 * Fetches what draws an outcome when there is one to draw, which is when the button was pressed. Should it not come, an
 * output is shown as it was received, for it may have been paid for, and of what went wrong that the market is away.
 */
export function ResultWhenWanted(props: RunResultProps) {
  const { busy, run, problem, last, labels } = props;
  const [Result, setResult] = useState<ComponentType<RunResultProps> | null>(null);
  const [missing, setMissing] = useState(false);
  const wanted = Boolean(busy ?? run ?? problem ?? last);
  useEffect(() => {
    if (!wanted) return;
    import("@/components/run/result/run-result").then(
      ({ RunResult }) => setResult(() => RunResult),
      () => setMissing(true),
    );
  }, [wanted]);
  if (Result) return <Result {...props} />;
  if (!missing || (run ?? problem) === null) return busy;
  if (run) return <pre className="overflow-auto text-12">{JSON.stringify(run)}</pre>;
  return (
    <p className="hint hint-bad">
      {labels.away} {labels.awayDetail}
    </p>
  );
}
