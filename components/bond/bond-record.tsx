import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { When } from "@/components/ui/when";
import type { BondView } from "@/lib/audits/bond/deposits";
import { exactSol } from "@/lib/platform/i18n/format";

const PARTIES = ["creator", "arbiter", "council"] as const;
const MOVE_STATES = ["waiting", "sent", "done", "failed", "expired"] as const;

interface BondRecordProps {
  bond: BondView;
  isFormer: boolean;
  /** Parties that are keys of this installation and sign by themselves. */
  own?: readonly string[] | undefined;
}

/** One deposit as it was last seen on chain, between whom it is, and the moves that were signed for it. */
export function BondRecord({ bond, isFormer, own }: BondRecordProps) {
  const t = useTranslations("bond");
  return (
    <section aria-label={t("deposit")}>
      <p className="text-15 font-medium">
        {t(standing(bond), { amount: exactSol(bond.amountLamports.toString()) })}
      </p>
      <dl className="facts facts-start mt-3 text-13">
        <Fact term={t("vault")}>{bond.vaultAddress}</Fact>
        {bond.parties &&
          PARTIES.map((party) => (
            <Fact key={party} term={t(party)}>
              {bond.parties?.[party]}
              {party !== "creator" && own?.includes(bond.parties?.[party] ?? "") ? (
                <span className="block font-sans text-ink-2">{t(`own.${party}`)}</span>
              ) : null}
            </Fact>
          ))}
        <div>
          <dt>{t("seen")}</dt>
          <dd>
            <When iso={bond.checkedAt.toISOString()} as="second" />
          </dd>
        </div>
      </dl>
      {isFormer && <p className="mt-3 text-13 text-ink-2">{t("formerParties")}</p>}
      {bond.moves.map(({ id, kind, state: moveState, destination, signed, signature }) => (
        <dl key={id} className="facts facts-start mt-3 text-13">
          <div>
            <dt>{t(kind === "slash" ? "slash" : "refund")}</dt>
            <dd>{t(`moves.${MOVE_STATES.find((known) => known === moveState) ?? "failed"}`)}</dd>
          </div>
          <Fact term={t("destination")}>{destination}</Fact>
          <Fact term={t("signedBy")}>
            {signed.map((address) => (
              <span key={address} className="block">
                {address}
              </span>
            ))}
          </Fact>
          {signature === null ? null : <Fact term={t("transaction")}>{signature}</Fact>}
        </dl>
      ))}
    </section>
  );
}

/** A deposit that has ceased to count may still be in its vault. */
function standing({ state, amountLamports }: BondView): "held" | "slashed" | "uncounted" | "released" {
  if (state === "locked") return "held";
  if (state === "slashed") return "slashed";
  return amountLamports > 0n ? "uncounted" : "released";
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className="mono wrap-anywhere">{children}</dd>
    </div>
  );
}
