import { unlistedPage } from "@/components/site/page-metadata";
import { Fact } from "@/components/ui/fact";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { takeTestMoneyAction } from "@/app/[locale]/ledger/actions";
import { InputField, ToField } from "@/components/forms/field";
import { PageShell } from "@/components/site/page-shell";
import { Note } from "@/components/ui/note";
import { PageTitle } from "@/components/ui/page-parts";
import { safeReturn } from "@/lib/web/auth/safe-return";
import { env } from "@/lib/platform/config/env";
import { formatLamports, formatSol } from "@/lib/platform/i18n/format";
import { readBalance } from "@/lib/payments/wallets";
import { isSolanaAddress } from "@/lib/skill-format/values/solana-address";
import { solanaConnection } from "@/lib/chain/solana/current-connection";
import type { PageProps } from "@/app/[locale]/page-props";

export const generateMetadata = unlistedPage("ledger");

export default async function LedgerPage({
  searchParams,
}: PageProps<{ address?: string; taken?: string; problem?: string; return?: string }>) {
  const settings = env();
  if (!settings.localLedger) notFound();
  const t = await getTranslations("ledger");
  const { address = "", taken, problem, return: wanted } = await searchParams;
  const back = safeReturn(wanted, "");
  const badAddress = problem && problemKey(problem) === "badAddress" ? t("badAddress") : undefined;
  const state = await readLedger(address);

  return (
    <PageShell path="/ledger">
      <div className="wrap">
        <PageTitle title={t("title")} lead={t("lead")} />
        <div className="grid max-w-[760px] gap-5 pt-6">
          {!state.up && (
            <Note tone="bad" title={t("down")}>
              {t("downDetail")}
            </Note>
          )}
          {taken && (
            <Note
              tone="ok"
              title={t("taken", { sol: formatSol(settings.FAUCET_LAMPORTS.toString()) })}
              action={
                back === "" ? null : (
                  <a className="btn btn-sm" href={back}>
                    {t("back")}
                  </a>
                )
              }
            >
              {t("takenDetail")} <span className="font-mono text-12 wrap-anywhere">{taken}</span>
            </Note>
          )}
          {problem && (
            <Note
              tone="bad"
              title={
                badAddress === undefined ? (
                  t(problemKey(problem))
                ) : (
                  <ToField id="address">{badAddress}</ToField>
                )
              }
            >
              {t("nothingMoved")}
            </Note>
          )}
          <form action={takeTestMoneyAction} className="border border-edge bg-surface p-5">
            <input type="hidden" name="return" value={back} />
            <InputField
              id="address"
              name="address"
              label={t("address")}
              note={t("addressNote")}
              problem={badAddress}
              mono
              defaultValue={address}
              required
              minLength={32}
              maxLength={44}
              autoComplete="off"
              spellCheck={false}
            />
            <button type="submit" className="btn btn-primary mt-4">
              {t("take", { sol: formatSol(settings.FAUCET_LAMPORTS.toString()) })}
            </button>
          </form>
          {state.balance !== null && (
            <dl className="facts">
              <Fact name={t("balance")} mono>
                {formatSol(state.balance)} SOL · {formatLamports(state.balance)} lamports
              </Fact>
            </dl>
          )}
        </div>
      </div>
    </PageShell>
  );
}

async function readLedger(address: string): Promise<{ up: boolean; balance: string | null }> {
  try {
    if (!isSolanaAddress(address)) {
      await solanaConnection().finalBlock();
      return { up: true, balance: null };
    }
    return { up: true, balance: (await readBalance(address)).toString() };
  } catch {
    return { up: false, balance: null };
  }
}

function problemKey(code: string): "badAddress" | "limit" | "down" {
  if (code === "REQUEST_INVALID") return "badAddress";
  return code === "FAUCET_LIMIT_EXCEEDED" ? "limit" : "down";
}
