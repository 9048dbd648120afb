"use client";

import type { Labels } from "@/lib/platform/i18n/labels";
import { useEffect, useState } from "react";
import { formatSol, formatLamports, ungroupDigits } from "@/lib/platform/i18n/format";

const BASIS_POINTS = 10_000n;
const MOST_DIGITS = 20;

interface PriceArrivesProps {
  /** Id of the field with the price in lamports. */
  fieldId: string;
  /** What stands there at first. */
  lamports: string;
  feeBasisPoints: number;
  labels: Labels<"publish.arrives">;
}

/** What a price comes to in SOL, and what of it arrives in the creator's wallet, as it is typed. */
export function PriceArrives({ fieldId, lamports, feeBasisPoints, labels }: PriceArrivesProps) {
  const [written, setWritten] = useState(lamports);
  useEffect(() => {
    const field = document.querySelector<HTMLInputElement>(`#${fieldId}`);
    if (!field) return;
    const read = () => setWritten(field.value);
    read(); // a browser puts back what was typed before a reload
    field.addEventListener("input", read);
    return () => field.removeEventListener("input", read);
  }, [fieldId]);
  return (
    <output htmlFor={fieldId} className="mt-2 block text-13 text-ink-2" data-testid="price-arrives">
      {sentenceFor(written, feeBasisPoints, labels)}
    </output>
  );
}

/** The sentence about a price as it is written. */
function sentenceFor(written: string, feeBasisPoints: number, labels: Labels<"publish.arrives">): string {
  const digits = ungroupDigits(written);
  if (digits === "" || /^0+$/.test(digits)) return labels.free;
  if (!/^\d+$/.test(digits) || digits.length > MOST_DIGITS) return labels.unreadable;
  // The fee is rounded down, as a purchase has it.
  const fee = (BigInt(digits) * BigInt(feeBasisPoints)) / BASIS_POINTS;
  const arrives = (BigInt(digits) - fee).toString();
  const values: Record<string, string> = {
    sol: formatSol(digits),
    arrives: formatLamports(arrives),
    arrivesSol: formatSol(arrives),
    fee: formatLamports(fee.toString()),
  };
  return labels.paid.replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}
