import { useTranslations } from "next-intl";
import { auditWordClass, Seal } from "@/components/marks/seal";
import { TrustMark } from "@/components/marks/trust-mark";

const STATES = ["Audited", "Optimistic", "Unverified"] as const;
const LEVELS = ["verified", "community", "sandbox"] as const;

/** The six marks and what they say, before any list uses them. */
export function Legend() {
  const t = useTranslations("home.legend");
  const common = useTranslations("common");
  return (
    <section className="legend" aria-label={t("label")}>
      <div className="wrap">
        <div>
          <h2>{t("who-checked")}</h2>
          <dl>
            {STATES.map((state) => (
              <div key={state}>
                <dt className={`mark ${auditWordClass(state)}`}>
                  <Seal state={state} size={24} />
                  {common(`audit.${state}`)}
                </dt>
                <dd>{t(state)}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div>
          <h2>{t("who-stands")}</h2>
          <dl>
            {LEVELS.map((level) => (
              <div key={level}>
                <dt className="mark">
                  <TrustMark level={level} size={24} />
                  {common(`trust.${level}`)}
                </dt>
                <dd>{t(level)}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </section>
  );
}
