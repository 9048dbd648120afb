import type { ComponentType } from "react";
import type { FormField } from "@/components/run/form/form-fields";
import type { RunPlainly } from "@/components/run/plain-run";
import type { RunLabels } from "@/components/run/run-labels";
import type { RunResultProps } from "@/components/run/result/run-result";

/** What the page tells its run form about the version that is run. */
export interface RunFormProps {
  slug: string;
  version: string;
  priceLamports: string;
  networkFeeLamports: string;
  payee: string | null;
  publisher: string | null;
  fields: FormField[];
  /**
   * A declared example: its input, which of them it is, from 0, and whether the controls can show all of it. Null when
   * none is declared.
   */
  example: { input: Record<string, unknown>; position: number; fits: boolean } | null;
  labels: RunLabels;
  locale: string;
  network: { localLedger: boolean; chain: `solana:${string}` };
  runPlainly: RunPlainly;
  /** What draws the outcome; on a plain page it comes with the first one. */
  Result: ComponentType<RunResultProps>;
}
