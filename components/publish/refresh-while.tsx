"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const EVERY_MS = 700;

/** Reads the page again while something goes on; without scripts the page does so itself. */
export function RefreshWhile() {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => router.refresh(), EVERY_MS);
    return () => clearInterval(timer);
  }, [router]);
  return null;
}
