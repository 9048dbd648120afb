import type { ActQuery } from "@/components/forms/act-outcome";
import { unlistedPage } from "@/components/site/page-metadata";
import { getTranslations } from "next-intl/server";
import {
  acceptTransferAction,
  endTransferAction,
  offerTransferAction,
} from "@/app/[locale]/(creator)/dashboard/actions";
import { loadCreator } from "@/app/[locale]/(creator)/load-creator";
import { SomebodyFrame } from "@/components/dashboard/somebody-frame";
import { OFFER_DAYS, listTransfers, type TransferView } from "@/lib/ownership/transfers/transfers";
import { useTranslations } from "next-intl";
import { AnswerButton } from "@/components/forms/answer-button";
import { AskedItem, MeaningList, SkillLine } from "@/components/dashboard/skill-lines";
import { ItemList } from "@/components/ui/lists";
import { PageSection } from "@/components/ui/page-parts";
import { slot } from "@/components/ui/sentences";
import { When } from "@/components/ui/values";
import { shortAddress } from "@/lib/platform/i18n/format";
import type { PageProps } from "@/app/[locale]/page-props";

export const generateMetadata = unlistedPage("dashboard.transfers");

const ACTS = ["offered", "accepted", "ended"] as const;

/**
 * Where a skill changes owners: what is offered to the reader, what the reader has offered, and the form that offers.
 */
export default async function TransfersPage(props: PageProps<ActQuery>) {
  const { actor, frame, query: outcome } = await loadCreator(props, "/dashboard/transfers");
  const act = ACTS.find((each) => each === outcome.about) ?? "ended";
  const [t, { incoming, outgoing, skills }] = await Promise.all([
    getTranslations("dashboard.transfers"),
    listTransfers(actor),
  ]);
  return (
    <SomebodyFrame
      of="transfers"
      frame={frame}
      days={OFFER_DAYS}
      outcome={outcome}
      did={t(`done.${act}`)}
      skills={skills}
      ask={offerTransferAction}
    >
      <IncomingTransfers offers={incoming} accept={acceptTransferAction} decline={endTransferAction} />
      <OutgoingTransfers offers={outgoing} cancel={endTransferAction} />
    </SomebodyFrame>
  );
}

type Act = (form: FormData) => Promise<void>;

interface IncomingTransfersProps {
  offers: readonly TransferView[];
  accept: Act;
  decline: Act;
}

/** Skills that others offer, with what taking each over means before it can be accepted. */
function IncomingTransfers({ offers, accept, decline }: IncomingTransfersProps) {
  const t = useTranslations("dashboard.transfers");
  if (offers.length === 0) return null;
  return (
    <PageSection id="incoming" title={t("incoming")} className="part">
      <ul>
        {offers.map((offer) => (
          <AskedItem
            key={offer.transferId}
            subject={["transfer", offer.transferId]}
            slug={offer.slug}
            of="transfers"
            accept={accept}
            decline={decline}
          >
            <p>{t.rich("from", { name: offer.from, day: slot(<Until offer={offer} />) })}</p>
            <Meaning offer={offer} />
          </AskedItem>
        ))}
      </ul>
    </PageSection>
  );
}

/** Offers that nobody has answered yet. */
function OutgoingTransfers({ offers, cancel }: { offers: readonly TransferView[]; cancel: Act }) {
  const t = useTranslations("dashboard.transfers");
  if (offers.length === 0) return null;
  return (
    <PageSection id="outgoing" title={t("outgoing")} className="part">
      <ItemList>
        {offers.map((offer) => (
          <SkillLine
            key={offer.transferId}
            slug={offer.slug}
            says={t.rich("offered-to", { name: offer.to, day: slot(<Until offer={offer} />) })}
          >
            <AnswerButton
              subject={["transfer", offer.transferId]}
              about={offer.slug}
              act={cancel}
              tone="btn-quiet"
              label={t("cancel")}
            />
          </SkillLine>
        ))}
      </ItemList>
    </PageSection>
  );
}

function Until({ offer: { expiresAt } }: { offer: TransferView }) {
  return <When iso={expiresAt} as="day" />;
}

function Meaning({ offer: { paid } }: { offer: TransferView }) {
  const t = useTranslations("dashboard.transfers.means");
  return (
    <MeaningList>
      <li>{t("answer")}</li>
      <li>{t("stays")}</li>
      {paid === null ? null : (
        <li>
          {paid.payeeAddress === null
            ? t("payee-none")
            : t("payee", { address: shortAddress(paid.payeeAddress) })}
        </li>
      )}
      <li>{t("next")}</li>
      <li>{t("own")}</li>
      <li>{t("log")}</li>
    </MeaningList>
  );
}
