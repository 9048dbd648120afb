"use client";

import { RunForm } from "@/components/run/run-form";
import type { RunFormProps } from "@/components/run/run-form-props";
import { RunResult } from "@/components/run/run-result";

/**
 * The run form with everything it may have to draw, for the server and for pages that React brings to life as a whole.
 */
export function RunFormWhole(props: Omit<RunFormProps, "Result">) {
  return <RunForm {...props} Result={RunResult} />;
}
