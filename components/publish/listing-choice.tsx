import { useTranslations } from "next-intl";
import { Seal } from "@/components/marks/seal";
import { exactSol, formatLamports, formatSol } from "@/lib/platform/i18n/format";
import type { Listing } from "@/lib/publishing/publications/publication";
import type { AuditDuty } from "@/lib/audits/audit-duty";
import type { AuditState } from "@/lib/registry/views";

const OFFERS = [
  ["optimistic", "Optimistic"],
  ["audit", "Audited"],
  ["unverified", "Unverified"],
] as const satisfies readonly (readonly [Listing, AuditState])[];

interface ListingChoiceProps {
  /** One of the listings; any other text chooses none. */
  chosen: string;
  /** Lamports to be locked; null where the market takes no deposits. */
  bond: bigint | null;
  destructive: boolean;
  duty: AuditDuty;
}

/** The three ways to be listed, as equal boxes with what each costs. */
export function ListingChoice({ chosen, bond, destructive, duty }: ListingChoiceProps) {
  const t = useTranslations("publish.listing");
  return (
    <fieldset className="mt-4 grid gap-2.5">
      <legend className="vh">{t("title")}</legend>
      {OFFERS.map(([listing, state]) => {
        const closed = listing === "optimistic" && bond === null;
        return (
          <label
            key={listing}
            className="grid grid-cols-[auto_auto_1fr_auto] items-center gap-x-3 gap-y-1 rounded-1 border border-line-2 bg-surface px-4 py-3.5 has-checked:border-accent has-checked:[box-shadow:inset_0_0_0_1px_var(--accent)] has-disabled:bg-sunken"
          >
            <input
              type="radio"
              className="m-0 size-4 accent-accent"
              name="listing"
              value={listing}
              defaultChecked={listing === chosen && !closed}
              disabled={closed}
              required
            />
            <Seal state={state} size={20} />
            <b className="font-semibold">{t(`${listing}.name`)}</b>
            <span className="text-14">
              {listing === "optimistic" && bond !== null ? (
                <span title={`${exactSol(bond.toString())} SOL, ${formatLamports(bond.toString())} lamports`}>
                  <span className="mono">{formatSol(bond.toString())}</span> SOL
                </span>
              ) : (
                t(closed ? "closed" : `${listing === "audit" ? "audit" : "unverified"}.cost`)
              )}
            </span>
            <p className="col-[3/-1] text-13 text-ink-2">
              {listing === "audit"
                ? t(`audit.about-${duty}`)
                : t(closed ? "optimistic.none" : `${listing}.about`)}
              {listing === "optimistic" && destructive && !closed ? ` ${t("optimistic.destructive")}` : ""}
            </p>
          </label>
        );
      })}
    </fieldset>
  );
}
