"use client";

import { RunForm } from "@/components/run/form/run-form";
import type { RunFormProps } from "@/components/run/form/run-form-props";
import { RunResult } from "@/components/run/result/run-result";

/**
 * The run form with everything it may have to draw, for the server and for pages that React brings to life as a whole.
 */
export function RunFormWhole(props: Omit<RunFormProps, "Result">) {
  return <RunForm {...props} Result={RunResult} />;
}
