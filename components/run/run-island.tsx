import type { hydrateRoot } from "react-dom/client";
import { fetchAhead } from "@/components/run/load-press";
import { RunForm } from "@/components/run/form/run-form";
import type { RunFormProps } from "@/components/run/form/run-form-props";
import { useEffect, useState, type ComponentType } from "react";
import type { RunResultProps } from "@/components/run/result/run-result";

type RunIslandProps = Omit<RunFormProps, "runPlainly" | "Result">;

/** Brings the run form of a plain page to life. From then on it is never sent as a plain form. */
export function wake(island: Element, props: unknown, react: { hydrateRoot: typeof hydrateRoot }): void {
  const form = props as RunIslandProps;
  island.addEventListener("focusin", () => void fetchAhead(form).catch(() => null), { once: true });
  react.hydrateRoot(island, <RunForm {...form} runPlainly={neverSent} Result={ResultWhenWanted} />);
}

function neverSent(): Promise<never> {
  return Promise.reject(new Error("the form was sent past its own handler"));
}

/**
 * Fetches what draws an outcome when there is one to draw, which is when the button was pressed. Should it not come, an
 * output is shown as it was received, for it may have been paid for, and of what went wrong that the market is away.
 */
function ResultWhenWanted(props: RunResultProps) {
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
  if (!missing || (run ?? problem) === null) return null;
  if (run) return <pre className="overflow-auto text-12">{JSON.stringify(run)}</pre>;
  return (
    <p className="hint hint-bad" role="alert">
      {labels.away} {labels.awayDetail}
    </p>
  );
}
