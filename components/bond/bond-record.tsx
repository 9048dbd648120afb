import { useTranslations } from "next-intl";
import { Fact } from "@/components/ui/fact";
import { Note } from "@/components/ui/note";
import { When } from "@/components/ui/values";
import type { BondView } from "@/lib/audits/bond/deposits";
import { formatSol } from "@/lib/platform/i18n/format";

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
        {t(standing(bond), { amount: formatSol(bond.amountLamports.toString()) })}
      </p>
      <dl className="facts facts-start mt-3 text-13">
        <Fact mono name={t("vault")}>
          {bond.vaultAddress}
        </Fact>
        {bond.parties &&
          PARTIES.map((party) => (
            <Fact key={party} mono name={t(party)}>
              {bond.parties?.[party]}
              {party !== "creator" && own?.includes(bond.parties?.[party] ?? "") ? (
                <span className="block font-sans text-ink-2">{t(`own.${party}`)}</span>
              ) : null}
            </Fact>
          ))}
        <Fact name={t("seen")}>
          <When iso={bond.checkedAt.toISOString()} as="second" />
        </Fact>
      </dl>
      {isFormer && <p className="mt-3 text-13 text-ink-2">{t("formerParties")}</p>}
      {bond.moves.map(({ id, kind, state: moveState, destination, signed, signature }) => (
        <dl key={id} className="facts facts-start mt-3 text-13">
          <Fact name={t(kind === "slash" ? "slash" : "refund")}>
            {t(`moves.${MOVE_STATES.find((known) => known === moveState) ?? "failed"}`)}
          </Fact>
          <Fact mono name={t("destination")}>
            {destination}
          </Fact>
          <Fact mono name={t("signedBy")}>
            {signed.map((address) => (
              <span key={address} className="block">
                {address}
              </span>
            ))}
          </Fact>
          {signature === null ? null : (
            <Fact mono name={t("transaction")}>
              {signature}
            </Fact>
          )}
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

interface NoDepositProps {
  /** Whether this market takes deposits at all. */
  offered: boolean;
  /** Whether a challenge of the version was upheld: it takes none any more. */
  upheld: boolean;
}

/** That no deposit was ever seen for a version, and whether there can be one. */
export function NoDeposit({ offered, upheld }: NoDepositProps) {
  const t = useTranslations("bond");
  return <Note title={t("none")}>{offered ? t(upheld ? "endedText" : "noneText") : t("notOffered")}</Note>;
}
