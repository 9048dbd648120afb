import { SendButton } from "@/components/forms/send-button";
import { signInPath } from "@/lib/web/auth/safe-return";
import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { answerDeviceAction } from "@/app/[locale]/(account)/device/actions";
import { findWaitingDevice } from "@/app/[locale]/(account)/device/find-waiting-device";
import { ConfirmedNote } from "@/components/forms/problem-note";
import { InputField, ToField } from "@/components/forms/field";
import { PageShell } from "@/components/site/page-shell";
import { Note } from "@/components/ui/note";
import { PageTitle } from "@/components/ui/page-parts";
import { currentActor } from "@/lib/web/auth/current-actor";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { When } from "@/components/ui/values";
import type { DeviceLoginView } from "@/lib/identity/devices/device-login";
import type { PageProps } from "@/app/[locale]/page-props";

const OUTCOMES = ["approved", "denied"] as const;

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).locale, namespace: "device" });
  return { title: t("title"), robots: { index: false }, referrer: "no-referrer" };
}

/** Where a person lets a program of theirs in (RFC 8628, 3.3): the code first, then the question, then the outcome. */
export default async function DevicePage({ params, searchParams }: PageProps) {
  const { locale } = await params;
  const query = await searchParams;
  const code = typeof query["code"] === "string" ? query["code"].slice(0, 40) : "";
  const actor = await currentActor();
  if (!actor) {
    const here = code === "" ? "/device" : `/device?code=${encodeURIComponent(code)}`;
    redirect(signInPath(locale, here));
  }
  const t = await getTranslations("device");
  const found = code === "" ? null : await findWaitingDevice(actor, code);
  const outcome = OUTCOMES.find((each) => each === query["outcome"]);
  return (
    <PageShell path="/device">
      <div className="wrap max-w-[760px]">
        <PageTitle title={t("title")} lead={t("lead")} />
        <div className="grid gap-6 pt-6">
          {outcome && (
            <div role="status">
              <Note tone={outcome === "approved" ? "ok" : "neutral"} title={t(outcome)}>
                {t(`${outcome}-text`)}
              </Note>
            </div>
          )}
          {query["confirmed"] === undefined ? null : <ConfirmedNote />}
          {(found === "unknown" || found === "too-often") && (
            <div role="alert">
              <Note
                tone="bad"
                title={found === "unknown" ? <ToField id="code">{t(found)}</ToField> : t(found)}
              >
                {t(`${found}-text`)}
              </Note>
            </div>
          )}
          {typeof found === "object" && found !== null ? (
            <DeviceQuestion login={found} username={actor.username} action={answerDeviceAction} />
          ) : (
            outcome === undefined && (
              <DeviceCodeForm
                path={localizedPath(locale, "/device")}
                code={code}
                problem={found === "unknown" ? t("unknown") : undefined}
              />
            )
          )}
        </div>
      </div>
    </PageShell>
  );
}

/** Where the code is typed; it works without scripts. */
function DeviceCodeForm({
  path,
  code,
  problem,
}: {
  path: string;
  code: string;
  /** Why the code was refused. */
  problem: string | undefined;
}) {
  const t = useTranslations("device");
  return (
    <form action={path} method="get" className="grid gap-4">
      <InputField
        id="code"
        name="code"
        label={t("code")}
        problem={problem}
        mono
        defaultValue={code}
        placeholder="BCDF-GHJK"
        maxLength={20}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
      />
      <SendButton>{t("look")}</SendButton>
    </form>
  );
}

interface DeviceQuestionProps {
  login: DeviceLoginView;
  username: string;
  action: (form: FormData) => Promise<void>;
}

/** What a program asks for, and the two answers. */
function DeviceQuestion({ login, username, action }: DeviceQuestionProps) {
  const t = useTranslations("device");
  return (
    <section className="grid gap-4" aria-labelledby="question">
      <h2 id="question">{t("question", { username })}</h2>
      <dl className="grid gap-2">
        <div>
          <dt className="field-label">{t("code")}</dt>
          <dd className="mono">{login.userCode}</dd>
        </div>
        <div>
          <dt className="field-label">{t("label")}</dt>
          <dd dir="auto">{login.label}</dd>
        </div>
        <div>
          <dt className="field-label">{t("asked")}</dt>
          <dd>
            <When iso={login.askedAt} as="second" />
          </dd>
        </div>
      </dl>
      <p className="max-w-[68ch]">{t("warning")}</p>
      <form action={action} className="flex flex-wrap gap-3">
        <input type="hidden" name="code" value={login.userCode} />
        <button type="submit" name="answer" value="approve" className="btn btn-primary">
          {t("approve")}
        </button>
        <button type="submit" name="answer" value="deny" className="btn btn-danger">
          {t("deny")}
        </button>
      </form>
    </section>
  );
}
