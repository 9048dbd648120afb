import { useTranslations } from "next-intl";
import { AnswerButton } from "@/components/dashboard/answer-button";
import { SectionHead } from "@/components/ui/section-head";
import { SiteLink } from "@/components/ui/site-link";
import { slot } from "@/components/ui/slot";
import { When } from "@/components/ui/when";
import { shortAddress } from "@/lib/i18n/format-identifier";
import type { TransferView } from "@/lib/transfers/list-transfers";

type Act = (form: FormData) => Promise<void>;

interface IncomingTransfersProps {
  offers: readonly TransferView[];
  accept: Act;
  decline: Act;
}

/** Skills that others offer, with what taking each over means before it can be accepted. */
export function IncomingTransfers({ offers, accept, decline }: IncomingTransfersProps) {
  const t = useTranslations("dashboard.transfers");
  if (offers.length === 0) return null;
  return (
    <section className="part" aria-labelledby="incoming">
      <SectionHead id="incoming" title={t("incoming")} />
      <ul>
        {offers.map((offer) => (
          <li key={offer.transferId} className="grid gap-4 border-b border-line py-4">
            <div className="text-14 text-ink-2">
              <Offered offer={offer} says="from" />
              <Meaning offer={offer} />
            </div>
            <div className="flex flex-wrap gap-2">
              <AnswerButton
                subject={["transfer", offer.transferId]}
                about={offer.slug}
                act={accept}
                tone="btn-primary"
                label={t("accept")}
              />
              <AnswerButton
                subject={["transfer", offer.transferId]}
                about={offer.slug}
                act={decline}
                tone="btn-quiet"
                label={t("decline")}
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Offers that nobody has answered yet. */
export function OutgoingTransfers({ offers, cancel }: { offers: readonly TransferView[]; cancel: Act }) {
  const t = useTranslations("dashboard.transfers");
  if (offers.length === 0) return null;
  return (
    <section className="part" aria-labelledby="outgoing">
      <SectionHead id="outgoing" title={t("outgoing")} />
      <ul className="agent-list">
        {offers.map((offer) => (
          <li key={offer.transferId}>
            <div>
              <Offered offer={offer} says="offered-to" />
            </div>
            <AnswerButton
              subject={["transfer", offer.transferId]}
              about={offer.slug}
              act={cancel}
              tone="btn-quiet"
              label={t("cancel")}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Offered({ offer, says }: { offer: TransferView; says: "from" | "offered-to" }) {
  const t = useTranslations("dashboard.transfers");
  const { slug, from, to, expiresAt } = offer;
  return (
    <>
      <h3 className="text-16 font-semibold text-ink">
        <SiteLink className="hover:underline" href={`/skills/${slug}`}>
          {slug}
        </SiteLink>
      </h3>
      <p>
        {t.rich(says, { name: says === "from" ? from : to, day: slot(<When iso={expiresAt} as="day" />) })}
      </p>
    </>
  );
}

function Meaning({ offer: { listed, from } }: { offer: TransferView }) {
  const t = useTranslations("dashboard.transfers.means");
  const payee = listed?.payeeAddress ?? null;
  return (
    <ul className="grid max-w-[68ch] list-disc gap-1 ps-5 pt-3">
      <li>{t("answer")}</li>
      <li>{t("stays")}</li>
      {listed === null || payee === null ? null : (
        <li>{t("payee", { version: listed.version, address: shortAddress(payee), name: from })}</li>
      )}
      <li>{t("next")}</li>
      <li>{t("own")}</li>
      <li>{t("log")}</li>
    </ul>
  );
}
