import { useTranslations } from "next-intl";
import { Note } from "@/components/ui/note";

interface ApplicationFormProps {
  state: "open" | "granted" | "refused" | null;
  address: string | null;
  apply: (form: FormData) => Promise<void>;
}

/** Asks to be enrolled with the wallet one has signed in with. */
export function ApplicationForm({ state, address, apply }: ApplicationFormProps) {
  const t = useTranslations("review.apply");
  if (state === "open") return <Note title={t("waiting")}>{t("waitingDetail")}</Note>;
  if (address === null) return <Note title={t("noWallet")}>{t("noWalletDetail")}</Note>;
  return (
    <form action={apply} className="grid max-w-[560px] gap-4">
      <h2 className="font-serif text-21">{t("title")}</h2>
      {state === "refused" && <p className="text-14 text-danger">{t("refused")}</p>}
      <p className="text-14 text-ink-2">
        {t("wallet")} <span className="font-mono wrap-anywhere">{address}</span>
      </p>
      <div className="field">
        <label className="field-label" htmlFor="apply-name">
          {t("name")} <span>{t("nameNote")}</span>
        </label>
        <input id="apply-name" name="name" className="input" required maxLength={80} autoComplete="name" />
      </div>
      <div className="field">
        <label className="field-label" htmlFor="apply-about">
          {t("about")} <span>{t("aboutNote")}</span>
        </label>
        <textarea id="apply-about" name="about" className="input" rows={5} required maxLength={2000} />
      </div>
      <div>
        <button type="submit" className="btn btn-primary">
          {t("send")}
        </button>
      </div>
    </form>
  );
}
