import { useTranslations } from "next-intl";
import { type SettingsOutcome, useRefused } from "@/components/account/settings-part";
import { InputField } from "@/components/forms/field";
import { writtenIn } from "@/components/forms/written-in";
import { Note } from "@/components/ui/note";
import { SentenceSpace } from "@/components/ui/sentences";
import { SiteLink } from "@/components/ui/site-link";
import type { ClosingHold } from "@/lib/ownership/account-closing/close-account";

interface CloseAccountProps {
  username: string;
  outcome: SettingsOutcome;
  holds: readonly ClosingHold[];
  close: (form: FormData) => Promise<void>;
}

const GONE = ["access", "begun", "kept", "reviews", "posts", "agents"] as const;
const STAYS = ["names", "versions", "evidence", "payments", "reports"] as const;

/** What closing the account removes and leaves, then what is in the way, or the form that closes it. */
export function CloseAccount({ username, outcome, holds, close }: CloseAccountProps) {
  const t = useTranslations("settings.close");
  const refused = useRefused("close", outcome);
  const written = writtenIn("close");
  return (
    <div className="grid max-w-[68ch] gap-4 text-14 text-ink-2">
      <p>{t("lead")}</p>
      <p>
        {t("give")}
        <SentenceSpace />
        <SiteLink className="link" href="/dashboard/transfers">
          {t("give-link")}
        </SiteLink>
      </p>
      <Points title={t("gone.title")} points={GONE.map((id) => t(`gone.${id}`))} />
      <Points title={t("stays.title")} points={STAYS.map((id) => t(`stays.${id}`))} />
      {holds.length > 0 ? (
        <Note tone="warn" title={t("held.title")}>
          {holds.map((hold) => (
            <Hold key={JSON.stringify(hold)} hold={hold} />
          ))}
        </Note>
      ) : (
        <details open={[outcome.problem, outcome.confirmed].includes("close")}>
          <summary className="btn">{t("begin")}</summary>
          <form action={close} className="grid gap-4 pt-4">
            <InputField
              id="close-username"
              name="username"
              label={t("name", { name: username })}
              autoComplete="off"
              maxLength={32}
              defaultValue={written?.["username"]}
              required
              problem={refused("close-username")}
              tall
            />
            <div>
              <button type="submit" className="btn btn-danger">
                {t("submit")}
              </button>
            </div>
          </form>
        </details>
      )}
    </div>
  );
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <div>
      <h3 className="pb-1 font-semibold text-ink">{title}</h3>
      <ul className="grid list-disc gap-1 ps-5">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
  );
}

function describeHold(hold: ClosingHold) {
  if (hold.kind === "last-administrator") return ["admin", "/administration/people", ""] as const;
  if (hold.kind === "last-owner") return ["owner", "/dashboard/organisations", hold.organisation] as const;
  const page = `/skills/${hold.slug}/bond?version=${encodeURIComponent(hold.version)}`;
  return [hold.part, page, `${hold.slug} ${hold.version}`] as const;
}

function Hold({ hold }: { hold: ClosingHold }) {
  const t = useTranslations("settings.close.held");
  const [key, href, name] = describeHold(hold);
  return (
    <span className="block">
      {t(key, { name })}
      <SentenceSpace />
      <SiteLink className="link" href={href}>
        {t(`${key}-do`)}
      </SiteLink>
    </span>
  );
}
