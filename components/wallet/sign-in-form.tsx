"use client";

import { isRefusal } from "@/components/wallet/is-refusal";
import { useState } from "react";
import { watchForLeaving } from "@/components/wallet/watch-for-leaving";
import { Note } from "@/components/ui/note";
import {
  completeLink,
  completeSignIn,
  requestChallenge,
  type SignInChallenge,
} from "@/components/wallet/sign-in-request";
import {
  connectWallet,
  rememberWallet,
  signInWith,
  type SolanaWallet,
  type WalletConnection,
} from "@/components/wallet/solana-wallets";
import { useWallets } from "@/components/wallet/wallet-picker";

export type SignInLabels = Record<
  | "withWallet"
  | "found"
  | "looking"
  | "noWallet"
  | "whatYouSign"
  | "whatYouSignDetail"
  | "chooseFirst"
  | "sign"
  | "signing"
  | "entering"
  | "refused"
  | "refusedDetail"
  | "failed"
  | "failedDetail",
  string
>;

interface Prepared {
  connection: WalletConnection;
  challenge: SignInChallenge;
}

interface SignInFormProps {
  labels: SignInLabels;
  localLedger: boolean;
  returnTo: string;
  /** Who is signed in already adds the wallet to the account instead. */
  purpose?: "sign-in" | "link";
}

/** Two steps: choose a wallet and read the exact text, then sign it. */
export function SignInForm({ labels, localLedger, returnTo, purpose = "sign-in" }: SignInFormProps) {
  const wallets = useWallets(localLedger);
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  const [busy, setBusy] = useState(false);
  const [entering, setEntering] = useState(false);
  const [problem, setProblem] = useState<"refused" | "failed" | null>(null);

  async function guarded(work: () => Promise<void>) {
    if (busy || entering) return;
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(isRefusal(error) ? "refused" : "failed");
    } finally {
      setBusy(false);
    }
  }

  const choose = (wallet: SolanaWallet) =>
    guarded(async () => {
      const connection = await connectWallet(wallet);
      rememberWallet(wallet.name);
      setPrepared({ connection, challenge: await requestChallenge(connection.account.address) });
    });

  const sign = ({ connection, challenge }: Prepared) =>
    guarded(async () => {
      const leaving = watchForLeaving();
      const signed = await signInWith(connection, challenge.input, challenge.text);
      // A challenge works once: whatever comes of it, the next try asks for a new one.
      setPrepared(null);
      const done =
        purpose === "link"
          ? await completeLink(signed)
          : await completeSignIn(connection.account.address, signed);
      if (!done) throw new Error("refused by the market");
      // Whoever follows a link meanwhile goes there; the page behind "Back" is the one before the sign-in.
      if (leaving.aborted) return;
      setEntering(true);
      goTo(returnTo);
    });

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] border border-edge bg-surface md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="bg-paper p-6 md:p-8">
        <h2 className="mb-2 text-14 font-medium">{labels.withWallet}</h2>
        <div className="grid gap-2">
          {wallets?.map((wallet) => (
            <button
              key={wallet.name}
              type="button"
              className="btn btn-lg w-full justify-start py-2 whitespace-normal"
              aria-pressed={prepared?.connection.wallet.name === wallet.name}
              onClick={() => void choose(wallet)}
            >
              <img src={wallet.icon} alt="" width={22} height={22} />
              {wallet.name}
              <span className="ms-auto whitespace-nowrap text-13 font-normal text-ink-2">{labels.found}</span>
            </button>
          ))}
        </div>
        {(wallets === null || wallets.length === 0) && (
          <p className="text-14 text-ink-2">{wallets === null ? labels.looking : labels.noWallet}</p>
        )}
        <div role="status" className="not-empty:mt-4">
          {problem && (
            <Note tone="bad" title={labels[problem]}>
              {problem === "refused" ? labels.refusedDetail : labels.failedDetail}
            </Note>
          )}
        </div>
      </div>
      <div className="border-t border-line p-6 md:border-s md:border-t-0 md:p-8">
        <h2 className="font-serif text-21">{labels.whatYouSign}</h2>
        <p className="mt-1 mb-3 text-14 text-ink-2">{labels.whatYouSignDetail}</p>
        <pre className="bg-sunken p-3 font-mono text-12 leading-relaxed wrap-anywhere whitespace-pre-wrap">
          {prepared?.challenge.text ?? labels.chooseFirst}
        </pre>
        <button
          type="button"
          className="btn btn-primary btn-lg mt-4 w-full"
          disabled={!prepared}
          aria-busy={busy || entering}
          onClick={() => prepared && void sign(prepared)}
        >
          {entering ? labels.entering : busy ? labels.signing : labels.sign}
        </button>
      </div>
    </div>
  );
}

/** An address that differs in nothing would only be scrolled to. */
function goTo(address: string): void {
  const { location } = globalThis;
  if (new URL(address, location.href).href === location.href) location.reload();
  else location.replace(address);
}
