"use client";

import type { Labels } from "@/lib/platform/i18n/labels";
import { useRouter } from "next/navigation";
import { TestMoney } from "@/components/wallet/test-money";

interface MoneyHereProps {
  address: string;
  labels: Pick<Labels<"run.form">, "takeTestMoney" | "takingTestMoney">;
}

/** Gets test money in the middle of something else: the page stays, and looks at the wallet again. */
export function MoneyHere(props: MoneyHereProps) {
  const router = useRouter();
  return <TestMoney {...props} onMoney={() => router.refresh()} />;
}
