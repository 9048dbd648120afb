import type { CheckLabels } from "@/components/validate/check-labels";
import type { CheckView } from "@/components/validate/check-view";

/** What an upload of the checked source would come to, in the words and the tone of a note. */
export function decisionOf({ status }: CheckView, labels: CheckLabels) {
  return (
    {
      approved: { tone: "ok", title: labels.accepted, text: labels.acceptedText },
      caution: { tone: "warn", title: labels.held, text: labels.heldText },
      rejected: { tone: "bad", title: labels.refused, text: labels.refusedText },
    } as const
  )[status];
}
