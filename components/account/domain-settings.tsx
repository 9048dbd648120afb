import { useTranslations } from "next-intl";
import { OwnDomainItem } from "@/components/account/own-domain-item";
import type { SettingsOutcome } from "@/components/account/settings-outcome";
import { useRefused } from "@/components/account/use-refused";
import { InputField } from "@/components/forms/input-field";
import { writtenIn } from "@/components/forms/written-in";
import type { OwnDomain } from "@/lib/identity/domains/own-domains";

type Act = (form: FormData) => Promise<void>;

interface DomainSettingsProps {
  domains: readonly OwnDomain[];
  /** True while another one can be added. */
  room: boolean;
  outcome: SettingsOutcome;
  add: Act;
  check: Act;
  remove: Act;
}

/** The domains of an account, how each is proven, and where another one is added. */
export function DomainSettings({ domains, room, outcome, add, check, remove }: DomainSettingsProps) {
  const t = useTranslations("settings.domains");
  const refused = useRefused("domains", outcome);
  const written = writtenIn("domain");
  return (
    <>
      <p className="max-w-[68ch] text-14 text-ink-2">{t("text")}</p>
      {domains.length === 0 ? null : (
        <ul className="pt-2">
          {domains.map((own) => (
            <OwnDomainItem key={own.domain} own={own} check={check} remove={remove} />
          ))}
        </ul>
      )}
      {room ? (
        <form action={add} className="grid gap-4 pt-4">
          <InputField
            id="new-domain"
            name="domain"
            label={t("label")}
            hint={t("hint")}
            placeholder="example.com"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            inputMode="url"
            maxLength={253}
            defaultValue={written?.["domain"]}
            required
            problem={refused("new-domain")}
            tall
          />
          <div>
            <button type="submit" className="btn">
              {t("add")}
            </button>
          </div>
        </form>
      ) : (
        <p className="pt-4 text-14 text-ink-2">{t("full")}</p>
      )}
    </>
  );
}
