import { useEffect, useState } from "react";
import { toBase64 } from "@/components/wallet/base64";
import { findConnection } from "@/components/wallet/find-connection";
import { isRefusal } from "@/components/wallet/is-refusal";
import { signMessage } from "@/components/wallet/sign-with-wallet";
import type { Labels } from "@/lib/platform/i18n/labels";

/** What an action answers: its value, or why there is none. */
export type Answer<T> = { ok: true; value: T } | { ok: false; code: string; message: string };

interface Signing {
  /** Wallet that is to sign. */
  address: string;
  labels: Labels<"review.wallet">;
  /** What each failure means, by its code, in the reader's language. */
  problems: Readonly<Record<string, string>>;
}

/** Has a verifier's wallet sign a prepared statement, hands it in, and says what went wrong. */
export function useSigning({ address, labels, problems }: Signing) {
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const sayOf = (failure: { code: string; message: string }) => problems[failure.code] ?? failure.message;

  async function signed<T>(
    message: string,
    submit: (signature: string) => Promise<Answer<T>>,
    done: (value: T) => void,
  ): Promise<string | null> {
    const connection = await findConnection(address);
    if (!connection) return labels.noWallet;
    if (connection.account.address !== address) return labels.wrongWallet;
    const { signature } = await signMessage(connection, fromBase64(message));
    const recorded = await submit(toBase64(signature));
    if (!recorded.ok) return sayOf(recorded);
    done(recorded.value);
    return null;
  }

  /** `message` is base64 of the bytes to be signed; `done` is called with what was recorded. */
  async function sign<T>(...given: Parameters<typeof signed<T>>): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      setProblem(await signed(...given));
    } catch (error) {
      setProblem(isRefusal(error) ? labels.refused : labels.failed);
    } finally {
      setBusy(false);
    }
  }

  return { problem, busy, sign, sayOf };
}

const fromBase64 = (value: string) => Uint8Array.from(atob(value), (character) => character.charCodeAt(0));

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
