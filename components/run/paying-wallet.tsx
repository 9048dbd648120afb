import { useEffect } from "react";
import { isInput } from "@/components/run/form-controls";
import { loadPress } from "@/components/run/load-press";
import type { RunFormProps } from "@/components/run/run-form-props";
import type { useDraft } from "@/components/run/use-draft";
import { WalletPicker } from "@/components/wallet/wallet-picker";

export interface PayingWalletProps
  extends Pick<RunFormProps, "slug" | "fields">, Omit<React.ComponentProps<typeof WalletPicker>, "onLeave"> {
  draft: Pick<ReturnType<typeof useDraft>, "asJson" | "begin">;
}

/** The wallet that pays for a call. Whoever leaves for test money finds what they had written when they are back. */
export function PayingWallet({ slug, fields, draft, ...picker }: PayingWalletProps) {
  const { asJson, begin } = draft;

  useEffect(() => {
    const kept = takeDraft(slug);
    if (kept) begin(kept);
  }, [slug, begin]);

  async function keep(form: HTMLFormElement | null): Promise<void> {
    const { readDraft, readInput } = await loadPress();
    const data = new FormData(form ?? undefined);
    const read = asJson
      ? readInput(data, fields, true)
      : { ok: true as const, input: readDraft(data, fields) };
    if (read.ok) sessionStorage.setItem(keyOf(slug), JSON.stringify(read.input));
  }

  return <WalletPicker {...picker} onLeave={keep} />;
}

const keyOf = (slug: string) => `emporion.draft.${slug}`;

/** What was kept for the way back, once; null for nothing, and where the browser keeps nothing. */
function takeDraft(slug: string): Record<string, unknown> | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(slug)) ?? "null");
    sessionStorage.removeItem(keyOf(slug));
    return isInput(kept) ? kept : null;
  } catch {
    return null;
  }
}
