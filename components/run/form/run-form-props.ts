import type { Labels } from "@/lib/platform/i18n/labels";
import type { ComponentType } from "react";
import type { FormField } from "@/components/run/form/form-fields";
import type { OfferedExample } from "@/components/run/form/offer-examples";
import type { Payable } from "@/components/run/payment/find-shortage";
import type { RunPlainly } from "@/components/run/plain-run";
import type { RunResultProps } from "@/components/run/result/run-result";

/** What the page tells its run form about the version that is run. */
export interface RunFormProps {
  slug: string;
  version: string;
  priceLamports: string;
  networkFeeLamports: string;
  payee: string | null;
  /** Where the market takes its share of a price, and how much; null where nothing is paid. */
  market: { treasuryAddress: string; feeBasisPoints: number } | null;
  publisher: string | null;
  fields: FormField[];
  examples: readonly OfferedExample[];
  /** Language of what the author wrote; left out where it is not known. */
  authorLanguage: string | undefined;
  /** What the chain asks of both wallets; null where that is not known, or nothing is paid. */
  payable: Payable | null;
  labels: Labels<"run.form">;
  locale: string;
  network: { localLedger: boolean; chain: `solana:${string}` };
  runPlainly: RunPlainly;
  /** What draws the outcome; on a plain page it comes with the first one. */
  Result: ComponentType<RunResultProps>;
}
