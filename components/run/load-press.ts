import type { RunFormProps } from "@/components/run/form/run-form-props";
import type { RunProblem } from "@/components/run/result/run-result";

export const loadPress = () => import("@/components/run/press");

/**
 * Fetches what a press needs, so that it is there when the button is pressed; should it not come, the press asks again.
 */
export const fetchAhead = ({ priceLamports }: Pick<RunFormProps, "priceLamports">) =>
  Promise.all([
    loadPress(),
    // What says that the market is away must not have to come from it.
    import("@/components/run/result/run-result"),
    priceLamports === "0" || import("@/components/run/payment/purchase"),
  ]);

/** Should even the words for a failure not come, it is told as it is: something may have been paid for. */
export async function problemOf(error: unknown): Promise<RunProblem> {
  try {
    return (await loadPress()).toProblem(error);
  } catch {
    return { kind: "failed", detail: String(error) };
  }
}
