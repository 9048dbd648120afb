import { useEffect, useState } from "react";

/** A prepared statement can be signed for 15 minutes; the reader is told when three are left. */
const WARN_AFTER_MS = 12 * 60_000;

/** `ends` once the statement will soon be too old to be signed; it begins anew with each statement. */
export function useStatementAge(statement: string | null): "fresh" | "ends" {
  const [old, setOld] = useState<string | null>(null);
  useEffect(() => {
    if (statement === null) return;
    const timer = setTimeout(() => setOld(statement), WARN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [statement]);
  return statement !== null && old === statement ? "ends" : "fresh";
}
