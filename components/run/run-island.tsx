import type { hydrateRoot } from "react-dom/client";
import { ResultWhenWanted } from "@/components/run/result/result-when-wanted";
import { fetchAhead } from "@/components/run/load-press";
import { RunForm } from "@/components/run/form/run-form";
import type { RunFormProps } from "@/components/run/form/run-form-props";

export type RunIslandProps = Omit<RunFormProps, "runPlainly" | "Result">;

/** Brings the run form of a plain page to life. From then on it is never sent as a plain form. */
export function wake(island: Element, props: unknown, react: { hydrateRoot: typeof hydrateRoot }): void {
  const form = props as RunIslandProps;
  island.addEventListener("focusin", () => void fetchAhead(form).catch(() => null), { once: true });
  react.hydrateRoot(island, <RunForm {...form} runPlainly={neverSent} Result={ResultWhenWanted} />);
}

function neverSent(): Promise<never> {
  return Promise.reject(new Error("the form was sent past its own handler"));
}
