import { unlistedPage } from "@/components/site/page-metadata";
import { labelsOf } from "@/lib/platform/i18n/labels";
import { getTranslations } from "next-intl/server";
import { createKeyAction, revokeKeyAction } from "@/app/[locale]/(account)/keys/actions";
import { loadCreator } from "@/app/[locale]/(creator)/load-creator";
import { ConfirmedNote } from "@/components/forms/problem-note";
import { KeyTable } from "@/components/account/key-table";
import { NewKeyForm } from "@/components/account/new-key-form";
import { DashboardFrame } from "@/components/dashboard/dashboard-frame";
import { AgentItems } from "@/components/profile/profile-parts";
import { Note } from "@/components/ui/note";
import { writtenIn } from "@/components/forms/written-in";
import { ToField } from "@/components/forms/field";
import { PageSection } from "@/components/ui/page-parts";
import { listAgentsOfAccount } from "@/lib/identity/agents/list-agents-of-account";
import { listApiKeys } from "@/lib/identity/keys/own-keys";
import type { PageProps } from "@/app/[locale]/page-props";

export const generateMetadata = unlistedPage("keys");

export default async function KeysPage(
  props: PageProps<{ refused?: string; problem?: string; done?: string; confirmed?: string }>,
) {
  const {
    actor,
    frame,
    query: { refused, problem, done, confirmed },
  } = await loadCreator(props, "/keys");
  const [t, forms, all, keys, agents] = await Promise.all([
    getTranslations("keys"),
    getTranslations("forms.problem"),
    getTranslations(),
    listApiKeys(actor),
    listAgentsOfAccount(actor.accountId),
  ]);
  const refusals = new Map<unknown, string>([
    ["REQUEST_INVALID", t("name-refused")],
    ["PERMISSION_DENIED", t("too-many")],
    ["AUTH_FAILED", forms("AUTH_REQUIRED")],
  ]);
  const message = refusals.get(refused);
  return (
    <DashboardFrame {...frame} entry="agents" path="/keys" title={t("title")} lead={t("lead")}>
      <div className="max-w-[860px]">
        <PageSection id="agents" title={t("agents")} className="pt-8">
          {agents.length === 0 ? (
            <p className="pt-3 text-14 text-ink-2">{t("no-agents")}</p>
          ) : (
            <AgentItems agents={agents} owner={actor.username} />
          )}
        </PageSection>
        <PageSection id="keys" title={t("keys")} className="mt-10">
          <div className="grid gap-8 pt-5">
            {done ? (
              <div role="status">
                <Note tone="ok" title={t("revoked-now")} />
              </div>
            ) : null}
            {problem ? (
              <div role="status">
                <Note tone="bad" title={<ToField id={`revoke-${problem}`}>{t("not-revoked")}</ToField>} />
              </div>
            ) : null}
            {confirmed ? <ConfirmedNote /> : null}
            <NewKeyForm
              action={createKeyAction}
              labels={{
                ...labelsOf(all, "keys.form"),
                copy: all("common.copy.action"),
                copied: all("common.copy.done"),
              }}
              refused={message === undefined ? null : { message, ofName: refused === "REQUEST_INVALID" }}
              written={writtenIn("key")?.["name"]}
            />
            {keys.length === 0 ? (
              <p className="text-14 text-ink-2">{t("no-keys")}</p>
            ) : (
              <KeyTable keys={keys} refused={problem} revoke={revokeKeyAction} />
            )}
          </div>
        </PageSection>
      </div>
    </DashboardFrame>
  );
}
