"use client";

import { isRefusal } from "@/components/wallet/is-refusal";
import { useRef, useState } from "react";
import { BusyButton, BusyText } from "@/components/ui/busy-button";
import { toBase64 } from "@/components/wallet/base64";
import { findConnection } from "@/components/wallet/find-connection";
import { signMessage } from "@/components/wallet/sign-with-wallet";
import type { Labels } from "@/lib/platform/i18n/labels";
import { useWallets } from "@/components/wallet/use-wallets";

interface SignedSubmitProps {
  text: string;
  /** The wallet that has to sign. */
  address: string;
  localLedger: boolean;
  labels: Labels<"review.wallet"> & { send: string };
}

/** The button of a form that is sent with a wallet's signature over a text: it asks the wallet, then submits. */
export function SignedSubmit({ text, address, localLedger, labels }: SignedSubmitProps) {
  useWallets(localLedger);
  const field = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function sign(): Promise<string | null> {
    const connection = await findConnection(address);
    if (!connection) return labels.noWallet;
    if (connection.account.address !== address) return labels.wrongWallet;
    const { signature } = await signMessage(connection, new TextEncoder().encode(text));
    if (!field.current) return null;
    field.current.value = toBase64(signature);
    field.current.form?.requestSubmit();
    return null;
  }

  async function signAndSend(form: HTMLFormElement | null) {
    if (!form?.reportValidity()) return;
    setBusy(true);
    setProblem(null);
    try {
      setProblem(await sign());
    } catch (error) {
      setProblem(isRefusal(error) ? labels.refused : labels.failed);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div>
      <input ref={field} type="hidden" name="signature" />
      <BusyButton
        type="submit"
        className="btn btn-primary"
        busy={busy}
        onClick={(event) => {
          event.preventDefault();
          void signAndSend(event.currentTarget.form);
        }}
      >
        <BusyText rest={labels.send} working={labels.signing} busy={busy} />
      </BusyButton>
      <p role="alert" className="hint hint-bad">
        {problem}
      </p>
    </div>
  );
}
