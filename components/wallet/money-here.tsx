"use client";

import { useRouter } from "next/navigation";
import type { RunLabels } from "@/components/run/run-labels";
import { TestMoney } from "@/components/wallet/test-money";

interface MoneyHereProps {
  address: string;
  labels: Pick<RunLabels, "takeTestMoney" | "takingTestMoney">;
}

/** Gets test money in the middle of something else: the page stays, and looks at the wallet again. */
export function MoneyHere(props: MoneyHereProps) {
  const router = useRouter();
  return <TestMoney {...props} onMoney={() => router.refresh()} />;
}
