"use client";

import type { Labels } from "@/lib/platform/i18n/labels";
import { isRefusal } from "@/components/wallet/is-refusal";
import { useState } from "react";
import { Note } from "@/components/ui/note";
import {
  connectWallet,
  rememberWallet,
  type SolanaWallet,
  type WalletConnection,
} from "@/components/wallet/solana-wallets";
import { signInWith } from "@/components/wallet/sign-with-wallet";
import { useWallets } from "@/components/wallet/use-wallets";
import { toBase64 } from "@/components/wallet/base64";
import type { SolanaSignInInput } from "@solana/wallet-standard-features";

interface Prepared {
  connection: WalletConnection;
  challenge: SignInChallenge;
}

interface SignInFormProps {
  labels: Labels<"signIn.wallet">;
  localLedger: boolean;
  returnTo: string;
  /**
   * Who is signed in already adds the wallet to the account instead, or confirms by one of its wallets that it is them.
   */
  purpose?: "sign-in" | "link" | "confirm";
  /** For `link`: where it is shown first that it is them, if that was too long ago by now. */
  confirmAt?: string;
  /** True where there is room for one column only. */
  narrow?: boolean;
  /** For `link` inside another page: what is done in place of going to `returnTo`, and to `confirmAt`. */
  onLinked?: () => void;
  onUnconfirmed?: () => void;
}

/** Two steps: choose a wallet and read the exact text, then sign it. */
export function SignInForm({
  labels,
  localLedger,
  returnTo,
  purpose = "sign-in",
  confirmAt,
  narrow = false,
  onLinked,
  onUnconfirmed,
}: SignInFormProps) {
  const wallets = useWallets(localLedger);
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  const [busy, setBusy] = useState<"connecting" | "signing" | null>(null);
  const [entering, setEntering] = useState(false);
  const [problem, setProblem] = useState<"refused" | "failed" | null>(null);

  async function guarded(step: "connecting" | "signing", work: () => Promise<void>) {
    if (busy || entering) return;
    setBusy(step);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(isRefusal(error) ? "refused" : "failed");
    } finally {
      setBusy(null);
    }
  }

  const choose = (wallet: SolanaWallet) =>
    guarded("connecting", async () => {
      const connection = await connectWallet(wallet);
      rememberWallet(wallet.name);
      setPrepared({ connection, challenge: await requestChallenge(connection.account.address) });
    });

  const sign = ({ connection, challenge }: Prepared) =>
    guarded("signing", async () => {
      const leaving = watchForLeaving();
      const signed = await signInWith(connection, challenge.input, challenge.text);
      // A challenge works once: whatever comes of it, the next try asks for a new one.
      setPrepared(null);
      const outcome =
        purpose === "sign-in"
          ? await completeSignIn(connection.account.address, signed)
          : await completeFor(purpose, signed);
      if (outcome === "refused") throw new Error("refused by the market");
      // Whoever follows a link meanwhile goes there; the page behind "Back" is the one before the sign-in.
      if (leaving.aborted) return;
      setEntering(true);
      if (outcome === "unconfirmed") (onUnconfirmed ?? (() => goTo(confirmAt ?? returnTo)))();
      else (onLinked ?? (() => goTo(returnTo)))();
    });

  return (
    <div
      className={`grid grid-cols-[minmax(0,1fr)] border border-edge bg-surface${narrow ? "" : " md:grid-cols-[minmax(0,1fr)_330px]"}`}
    >
      <div className="bg-paper p-6 md:px-8 md:py-7">
        <h2 className="mb-2 text-13 font-medium">{labels.withWallet}</h2>
        <div className="grid gap-2">
          {wallets?.map((wallet) => (
            <button
              key={wallet.name}
              type="button"
              className="btn min-h-13.5 w-full justify-start gap-3 py-2 pr-3.5 pl-3 whitespace-normal hover:border-accent hover:bg-surface hover:[box-shadow:inset_0_0_0_1px_var(--accent)] aria-pressed:border-accent aria-pressed:bg-surface aria-pressed:[box-shadow:inset_0_0_0_1px_var(--accent)]"
              aria-pressed={prepared?.connection.wallet.name === wallet.name}
              onClick={() => void choose(wallet)}
            >
              <img src={wallet.icon} alt="" width={32} height={32} />
              {wallet.name}
              <span className="ms-auto text-12 font-normal whitespace-nowrap text-ink-3">{labels.found}</span>
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
      <div className={`border-t border-line p-6 md:p-7${narrow ? "" : " md:border-s md:border-t-0"}`}>
        <h2 className="font-serif text-18">{labels.whatYouSign}</h2>
        <p className="mt-1 mb-3 text-14 text-ink-2">{labels.whatYouSignDetail}</p>
        <pre className="bg-sunken p-3 font-mono text-12 text-ink-2 leading-relaxed wrap-anywhere whitespace-pre-wrap">
          {prepared?.challenge.text ?? labels.chooseFirst}
        </pre>
        <button
          type="button"
          className="btn btn-primary btn-lg mt-4 w-full"
          disabled={!prepared}
          aria-busy={busy === "signing" || entering}
          onClick={() => prepared && void sign(prepared)}
        >
          {entering ? labels.entering : busy === "signing" ? labels.signing : labels.sign}
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

/**
 * Aborted as soon as the reader sets out for another page. The old page lives on until the new one has come: what it
 * was still waiting for must not lead them back then.
 */
function watchForLeaving(): AbortSignal {
  const leaving = new AbortController();
  globalThis.addEventListener("beforeunload", () => leaving.abort(), { once: true });
  return leaving.signal;
}

/** The question the market asks before it believes an address; the text is what the wallet will sign. */
interface SignInChallenge {
  input: SolanaSignInInput;
  text: string;
}

/** Asks for a text to sign with `address`. The answer also sets the cookie that ties it to this browser. */
async function requestChallenge(address: string): Promise<SignInChallenge> {
  const response = await fetch("/api/sign-in/challenge", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ address }),
  });
  if (!response.ok) throw new Error(`challenge refused (${response.status})`);
  return (await response.json()) as SignInChallenge;
}

/** Sends the signed text to next-auth. `done` when a session was opened. */
async function completeSignIn(
  address: string,
  signed: { signedMessage: Uint8Array; signature: Uint8Array },
): Promise<"done" | "refused"> {
  const { csrfToken } = (await (await fetch("/api/auth/csrf")).json()) as { csrfToken: string };
  const response = await fetch("/api/auth/callback/solana", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      csrfToken,
      address,
      message: toBase64(signed.signedMessage),
      signature: toBase64(signed.signature),
      json: "true",
    }),
  });
  return response.ok ? "done" : "refused";
}

/**
 * For who is signed in already: adds the wallet that signed to the account (`link`), or proves by it that it is them
 * (`confirm`). `unconfirmed`: it has to be shown first that it is them.
 */
async function completeFor(
  purpose: "link" | "confirm",
  signed: { signedMessage: Uint8Array; signature: Uint8Array },
): Promise<"done" | "unconfirmed" | "refused"> {
  const response = await fetch(`/api/sign-in/${purpose}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ message: toBase64(signed.signedMessage), signature: toBase64(signed.signature) }),
  });
  if (response.ok) return "done";
  return response.status === 403 ? "unconfirmed" : "refused";
}
