import { useTranslations } from "next-intl";
import { When } from "@/components/ui/when";
import type { DeviceLoginView } from "@/lib/identity/devices/device-login";

interface DeviceQuestionProps {
  login: DeviceLoginView;
  username: string;
  action: (form: FormData) => Promise<void>;
}

/** What a program asks for, and the two answers. */
export function DeviceQuestion({ login, username, action }: DeviceQuestionProps) {
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
