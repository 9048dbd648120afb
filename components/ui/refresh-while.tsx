"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const EVERY_MS = 700;

/** Reads the page again while something goes on; without scripts the page does so itself, or offers a link. */
export function RefreshWhile({ everyMs = EVERY_MS }: { everyMs?: number }) {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => router.refresh(), everyMs);
    return () => clearInterval(timer);
  }, [router, everyMs]);
  return null;
}
