import { useTranslations } from "next-intl";
import { InputField, SelectField, TextField } from "@/components/forms/field";
import { writtenIn } from "@/components/forms/written-in";
import { type SettingsOutcome, useRefused } from "@/components/account/settings-part";
import { SiteLink } from "@/components/ui/site-link";
import type { AccountPolicyView } from "@/lib/identity/policies/account-policies";
import { ACCESS_KINDS } from "@/lib/vetting/access-kinds";

interface PolicySettingsProps {
  own: Pick<AccountPolicyView, "number" | "policy" | "isPublic">;
  outcome: SettingsOutcome;
  save: (form: FormData) => Promise<void>;
}

/** A choice must be made; this one is read as a rule that is left out (lib/identity/policies/policy-form). */
const ANY = "any";
/** The most that the lists of a policy hold, as a text. */
const MAX_LIST_CHARACTERS = 60_000;
const LISTS = ["trustedVerifiers", "trustedPublishers", "deniedHosts", "allowedLicenses"] as const;
const STATES = { unverified: "Unverified", optimistic: "Optimistic", audited: "Audited" } as const;
const SEVERITIES = ["info", "low", "medium", "high"] as const;

/** What an account's keys may call: a field for each rule of its policy. */
export function PolicySettings({ own, outcome, save }: PolicySettingsProps) {
  const { number, policy, isPublic } = own;
  const t = useTranslations("settings.policy");
  const states = useTranslations("common.audit");
  const severities = useTranslations("skill.security.severity");
  const kinds = useTranslations("skill.security.table");
  const refused = useRefused("policy", outcome);
  const written = writtenIn("policy");
  const isTicked = (name: string, isSet: boolean) => (written === null ? isSet : written[name] === "on");
  const any = { value: ANY, text: t("any") };
  return (
    <form action={save} className="grid max-w-[68ch] gap-4">
      <p className="text-14 text-ink-2">{t("text")}</p>
      <p className="text-14 text-ink-2">
        {t("unknown")}{" "}
        <SiteLink className="link" href="/docs/policy">
          {t("guide")}
        </SiteLink>
      </p>
      <input type="hidden" name="number" value={number} />
      <SelectField
        id="policy-leastAudit"
        name="leastAudit"
        label={t("leastAudit")}
        options={[
          any,
          ...(["unverified", "optimistic", "audited"] as const).map((value) => ({
            value,
            text: states(STATES[value]),
          })),
        ]}
        defaultValue={written?.["leastAudit"] ?? policy.leastAudit ?? ANY}
        problem={refused("policy-leastAudit")}
      />
      <SelectField
        id="policy-severityCeiling"
        name="severityCeiling"
        label={t("severityCeiling")}
        options={[
          any,
          { value: "none", text: t("no-finding") },
          ...SEVERITIES.map((value) => ({ value, text: severities(value) })),
        ]}
        defaultValue={written?.["severityCeiling"] ?? policy.severityCeiling ?? ANY}
        problem={refused("policy-severityCeiling")}
      />
      <fieldset className="grid gap-2">
        <legend className="field-label">{t("deniedPermissions")}</legend>
        {ACCESS_KINDS.map((kind) => (
          <label key={kind} className="check">
            <input
              type="checkbox"
              name={`deny-${kind}`}
              value="on"
              defaultChecked={isTicked(`deny-${kind}`, policy.deniedPermissions?.includes(kind) ?? false)}
            />
            <span>{kinds(kind)}</span>
          </label>
        ))}
      </fieldset>
      <InputField
        id="policy-leastAgeDays"
        name="leastAgeDays"
        label={t("leastAgeDays")}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        defaultValue={written?.["leastAgeDays"] ?? policy.leastAgeDays ?? ""}
        problem={refused("policy-leastAgeDays")}
        tall
      />
      <InputField
        id="policy-priceCeilingLamports"
        name="priceCeilingLamports"
        label={t("priceCeilingLamports")}
        hint={t("price-hint")}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        defaultValue={written?.["priceCeilingLamports"] ?? policy.priceCeilingLamports ?? ""}
        problem={refused("policy-priceCeilingLamports")}
        tall
      />
      {LISTS.map((rule) => (
        <TextField
          key={rule}
          id={`policy-${rule}`}
          name={rule}
          label={t(rule)}
          note={t("a-line-each")}
          rows={3}
          maxLength={MAX_LIST_CHARACTERS}
          defaultValue={written?.[rule] ?? policy[rule]?.join("\n") ?? ""}
          problem={refused(`policy-${rule}`)}
        />
      ))}
      <label className="check">
        <input type="checkbox" name="public" value="on" defaultChecked={isTicked("public", isPublic)} />
        <span>{t("public")}</span>
      </label>
      <div>
        <button type="submit" className="btn">
          {t("save")}
        </button>
      </div>
    </form>
  );
}
