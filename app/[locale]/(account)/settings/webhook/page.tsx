import { useTranslations } from "next-intl";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { loadCreator } from "@/app/[locale]/(creator)/load-creator";
import {
  deleteWebhookAction,
  redeliverAction,
  setWebhookAction,
  testWebhookAction,
} from "@/app/[locale]/(account)/settings/webhook/actions";
import { WebhookForm } from "@/components/account/webhook-form";
import { webhookPage } from "@/components/dashboard/organisation-address";
import { DashboardFrame } from "@/components/dashboard/dashboard-frame";
import { ProblemNote } from "@/components/forms/problem-note";
import { writtenIn } from "@/components/forms/written-in";
import { unlistedPage } from "@/components/site/page-metadata";
import { Note } from "@/components/ui/note";
import { PageSection } from "@/components/ui/page-parts";
import { SiteLink } from "@/components/ui/site-link";
import { When } from "@/components/ui/values";
import {
  findOwnWebhook,
  listOwnDeliveries,
  type DeliveryView,
  type WebhookView,
} from "@/lib/catalogue/webhooks/own-webhook";
import { listOrganisationsOf } from "@/lib/identity/organisations/act-for";
import { WEBHOOK_TYPES } from "@/lib/catalogue/webhooks/types";
import type { PageProps } from "@/app/[locale]/page-props";

export const generateMetadata = unlistedPage("webhook");

/** Where an account is sent what happens to its skills, and what came of each message. */
export default async function WebhookPage(
  props: PageProps<Partial<Record<"done" | "problem" | "field" | "for", string>>>,
) {
  const { done, problem, field, for: name } = await props.searchParams;
  const path = webhookPage(name);
  const { actor: person, frame } = await loadCreator(props, path);
  const asked = (await listOrganisationsOf(person.accountId, { act: "account" })).find(
    ({ organisation }) => organisation === name,
  );
  if (name !== undefined && asked === undefined) notFound();
  const actor = asked === undefined ? person : { accountId: asked.organisationId };
  const [t, webhook] = await Promise.all([getTranslations("webhook"), findOwnWebhook({ actor })]);
  const deliveries = webhook === null ? [] : (await listOwnDeliveries({ actor })).deliveries;
  return (
    <DashboardFrame
      {...frame}
      entry={asked ? "organisations" : "settings"}
      path={path}
      title={asked ? t("title-of", { name: asked.organisation }) : t("title")}
      lead={t("lead")}
    >
      <div className="grid max-w-[860px] gap-6 pt-6">
        <div role="status">{done ? <Note tone="ok" title={t("done")} /> : null}</div>
        <ProblemNote code={problem} field={field} fields={[{ name: "url", id: "url", label: t("url") }]} />
        {webhook?.disabledWhy ? <Note tone="bad" title={t(`disabled.${webhook.disabledWhy}`)} /> : null}
        <PageSection
          id="webhook"
          title={t("set")}
          more={
            <SiteLink className="link" href="/docs/accounts#webhooks">
              {t("guide")}
            </SiteLink>
          }
        >
          <WebhookForm
            action={setWebhookAction}
            organisation={asked?.organisation}
            labels={{
              once: t("once"),
              saved: t("saved"),
              url: t("url"),
              urlNote: t("url-note"),
              types: t("types"),
              newSecret: t("new-secret"),
              save: t("save"),
            }}
            types={WEBHOOK_TYPES.map((type) => ({ type, chosen: webhook?.types.includes(type) ?? true }))}
            url={writtenIn("webhook")?.["url"] ?? webhook?.url}
            isSet={webhook !== null}
            problem={field === "url" ? t("url-refused") : undefined}
          />
        </PageSection>
        {webhook === null ? null : (
          <Log webhook={webhook} deliveries={deliveries} organisation={asked?.organisation} />
        )}
      </div>
    </DashboardFrame>
  );
}

interface LogProps {
  webhook: WebhookView;
  deliveries: readonly DeliveryView[];
  /** Whose webhook it is, if not the reader's. */
  organisation: string | undefined;
}

/** What was sent last, and what can be done about it. */
function Log({ webhook, deliveries, organisation }: LogProps) {
  const t = useTranslations("webhook");
  const about =
    organisation === undefined ? null : <input type="hidden" name="organisation" value={organisation} />;
  const sends = webhook.disabledAt === null;
  return (
    <PageSection id="log" title={t("log")}>
      <div className="flex flex-wrap gap-2 pt-4">
        {sends ? (
          <form action={testWebhookAction}>
            {about}
            <button type="submit" className="btn">
              {t("test")}
            </button>
          </form>
        ) : null}
        <form action={deleteWebhookAction}>
          {about}
          <button type="submit" className="btn btn-danger">
            {t("end")}
          </button>
        </form>
      </div>
      {deliveries.length === 0 ? <p className="pt-3 text-14 text-ink-2">{t("none")}</p> : null}
      <ul className="divide-y divide-line">
        {deliveries.map(({ id, type, state, attempts, occurredAt, status, error }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-2.5 text-14">
            <span className="font-mono text-13">{type}</span>
            <When iso={occurredAt} as="minute" />
            <span className={state === "delivered" ? "pill pill-ok" : "pill"}>{t(`state.${state}`)}</span>
            <span className="text-ink-2 wrap-anywhere">
              {t("attempts", { count: attempts })} {status ?? error}
            </span>
            {sends && state !== "waiting" ? (
              <form action={redeliverAction} className="ms-auto">
                {about}
                <input type="hidden" name="delivery" value={id} />
                <button type="submit" className="btn btn-sm" aria-label={t("again-of", { type })}>
                  {t("again")}
                </button>
              </form>
            ) : null}
          </li>
        ))}
      </ul>
    </PageSection>
  );
}
