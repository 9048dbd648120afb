"use client";

import type { Labels } from "@/lib/platform/i18n/labels";
import { useState, type ReactNode } from "react";
import {
  bondProblem,
  addSignature,
  beginMove,
  openVault,
  type MoveKind,
  type ShownVault,
  type WaitingMove,
} from "@/components/bond/bond-steps";
import { BusyButton, BusyText } from "@/components/ui/busy-button";
import { Note } from "@/components/ui/note";
import { type WalletConnection } from "@/components/wallet/solana-wallets";
import { WalletPicker } from "@/components/wallet/wallet-picker";

interface BondDeskProps {
  slug: string;
  version: string;
  /** The deposit this desk moves, one of several perhaps; without one a vault can be opened. */
  deposit: ShownVault | null;
  waiting: (WaitingMove & { missing: string[] }) | null;
  parties: { arbiter: string; council: string };
  /** Of a vault that is opened here. */
  depositLamports: string;
  labels: Labels<"bond.desk"> & { arbiter: string; council: string };
  refusals: Readonly<Record<string, string>>;
  network: { localLedger: boolean; chain: `solana:${string}` };
  /** To the owner of the skill: the wallets of their account, and what links another one here. */
  own: { wallets: readonly string[]; link: ReactNode } | null;
}

type Outcome = { tone: "ok" | "bad"; text: string } | null;

/** Where a creator locks a deposit with one signature, and two of the three parties move it. */
export function BondDesk({
  slug,
  version,
  deposit,
  waiting,
  parties,
  depositLamports,
  labels,
  refusals,
  network,
  own,
}: BondDeskProps) {
  const vault = deposit?.vault ?? null;
  const id = `bond-desk-${vault ?? "new"}`;
  const [connection, setConnection] = useState<WalletConnection | null>(null);
  const [other, setOther] = useState<keyof typeof parties>("arbiter");
  /** The words of the button that was pressed and is at work. */
  const [pressed, setPressed] = useState<string | null>(null);
  const [outcome, setOutcome] = useState<Outcome>(null);
  // A vault is opened with a wallet of the account alone; what moves its deposit later is one of three parties.
  const linked = vault === null ? own?.wallets : undefined;
  const isStrange = connection !== null && linked?.includes(connection.account.address) === false;
  const signer = connection && { connection, chain: network.chain };

  async function attempt(name: string, work: () => Promise<unknown>, done: string) {
    setPressed(name);
    setOutcome(null);
    try {
      await work();
      setOutcome({ tone: "ok", text: done });
    } catch (error) {
      setOutcome({ tone: "bad", text: bondProblem(error, labels, refusals) });
    } finally {
      setPressed(null);
    }
  }

  const button = (text: string, work: () => Promise<unknown>, done: string) => (
    <BusyButton
      type="button"
      className="btn"
      busy={pressed === text}
      disabled={(pressed !== null && pressed !== text) || !signer || isStrange}
      onClick={() => void attempt(text, work, done)}
    >
      <BusyText rest={text} working={labels.working} busy={pressed === text} />
    </BusyButton>
  );

  function begin(kind: MoveKind) {
    if (!signer || deposit === null) return Promise.resolve();
    return beginMove(signer, { ...deposit, kind, other: parties[other] });
  }

  return (
    <section aria-labelledby={id} className="border-t border-line pt-5">
      <h2 id={id} className="text-15 font-semibold wrap-anywhere">
        {vault === null ? labels.deskTitle : labels.moveTitle}
      </h2>
      {linked?.length === 0 ? null : (
        <WalletPicker
          connection={connection}
          onConnect={setConnection}
          labels={labels}
          network={network}
          moved={outcome}
        />
      )}
      {linked?.length === 0 || isStrange ? (
        <div className="mb-4 grid gap-3">
          <Note tone="warn" title={linked?.length === 0 ? labels.linkFirst : labels.notLinked} />
          {own?.link}
        </div>
      ) : null}
      {vault === null && (
        <>
          <p className="mb-3 text-13 text-ink-2">{labels.openText}</p>
          {button(
            labels.open,
            () =>
              signer ? openVault(signer, { slug, version, parties, depositLamports }) : Promise.resolve(),
            labels.opened,
          )}
        </>
      )}
      {deposit !== null && waiting && (
        <>
          <p className="mb-3 text-13 wrap-anywhere text-ink-2">
            {labels.waitsFor} <span className="font-mono">{waiting.missing.join(", ")}</span>
          </p>
          {button(
            labels.signSecond,
            () => (signer ? addSignature(signer, { ...deposit, ...waiting }) : Promise.resolve()),
            labels.sent,
          )}
        </>
      )}
      {vault !== null && !waiting && (
        <>
          <p className="mb-3 text-13 text-ink-2">{labels.twoSign}</p>
          <fieldset className="mb-3 text-13">
            <legend>{labels.otherParty}</legend>
            {(["arbiter", "council"] as const).map((party) => (
              <label key={party} className="check min-h-6">
                <input
                  type="radio"
                  name={`other ${vault}`}
                  value={party}
                  checked={other === party}
                  onChange={() => setOther(party)}
                />
                {labels[party]}
              </label>
            ))}
          </fieldset>
          <div className="flex flex-wrap gap-3">
            {button(labels.signRefund, () => begin("refund"), labels.signed)}
            {button(labels.signSlash, () => begin("slash"), labels.signed)}
          </div>
        </>
      )}
      <div role="status" className="not-empty:mt-4">
        {outcome && (
          <Note tone={outcome.tone} title={outcome.text}>
            {outcome.tone === "ok" ? (
              <button type="button" className="link" onClick={() => location.reload()}>
                {labels.reload}
              </button>
            ) : null}
          </Note>
        )}
      </div>
    </section>
  );
}
