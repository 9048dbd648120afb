import type { ComponentProps } from "react";
import { hydrateRoot } from "react-dom/client";
import { ResultWhenWanted } from "@/components/run/result-when-wanted";
import { RunForm } from "@/components/run/run-form";

export type RunIslandProps = Omit<ComponentProps<typeof RunForm>, "runPlainly" | "Result">;

/** Brings the run form of a plain page to life. From then on it is never sent as a plain form. */
export function wake(island: Element, props: unknown): void {
  hydrateRoot(
    island,
    <RunForm {...(props as RunIslandProps)} runPlainly={neverSent} Result={ResultWhenWanted} />,
  );
}

function neverSent(): Promise<never> {
  return Promise.reject(new Error("the form was sent past its own handler"));
}
