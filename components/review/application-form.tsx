import { useTranslations } from "next-intl";
import { labelsOf } from "@/lib/platform/i18n/labels";
import type { ReactNode } from "react";
import { InputField, TextField } from "@/components/forms/field";
import { useFieldProblem } from "@/components/forms/problem-note";
import { writtenIn, wrongIn } from "@/components/forms/written-in";
import { ExactText } from "@/components/review/exact-text";
import { SignedSubmit } from "@/components/review/signed-submit";
import { Note } from "@/components/ui/note";
import type { PreparedKeyStatement } from "@/lib/audits/applications";

interface ApplicationFormProps {
  state: "open" | "granted" | "refused" | null;
  address: string | null;
  apply: (form: FormData) => Promise<void>;
  /** The text by which the wallet becomes the key of a verifier; null without a wallet. */
  statement: PreparedKeyStatement | null;
  localLedger: boolean;
  /** What links a wallet inside the form, for who has none. */
  link: ReactNode;
}

/**
 * Asks to be enrolled with the wallet one has signed in with, or links here, which signs a text of its own for it.
 */
export function ApplicationForm({
  state,
  address,
  apply,
  statement,
  localLedger,
  link,
}: ApplicationFormProps) {
  const t = useTranslations("review.apply");
  const written = writtenIn("application");
  const problem = useFieldProblem(wrongIn("application"));
  if (state === "open") return <Note title={t("waiting")}>{t("waitingDetail")}</Note>;
  return (
    <form action={apply} className="grid gap-4">
      <h2 className="font-serif text-21">{t("title")}</h2>
      {state === "refused" && <p className="text-14 text-danger">{t("refused")}</p>}
      {address === null ? null : (
        <p className="text-14 text-ink-2">
          {t("wallet")} <span className="font-mono wrap-anywhere">{address}</span>
        </p>
      )}
      <InputField
        id="apply-name"
        name="name"
        label={t("name")}
        note={t("nameNote")}
        required
        maxLength={80}
        defaultValue={written?.["name"]}
        problem={problem("name", t("name"))}
        autoComplete="name"
      />
      <TextField
        id="apply-about"
        name="about"
        label={t("about")}
        note={t("aboutNote")}
        required
        maxLength={2000}
        defaultValue={written?.["about"]}
        problem={problem("about", t("about"))}
      />
      {address === null || statement === null ? (
        <>
          <Note title={t("noWallet")}>{t("noWalletDetail")}</Note>
          {link}
        </>
      ) : (
        <KeySigning statement={statement} address={address} localLedger={localLedger} />
      )}
    </form>
  );
}

/** The text that binds the key, and what has the wallet sign it and sends the form. */
function KeySigning({
  statement,
  address,
  localLedger,
}: {
  statement: PreparedKeyStatement;
  address: string;
  localLedger: boolean;
}) {
  const t = useTranslations("review.apply");
  return (
    <>
      <div>
        <p className="mb-1 text-13 text-ink-2">{t("exact")}</p>
        <ExactText>{statement.text}</ExactText>
        <p className="hint">{t("exactNote")}</p>
      </div>
      <input type="hidden" name="statement" value={statement.text} />
      <input type="hidden" name="ticket" value={statement.ticket} />
      <SignedSubmit
        text={statement.text}
        address={address}
        localLedger={localLedger}
        labels={{ send: t("send"), ...labelsOf(useTranslations(), "review.wallet") }}
      />
    </>
  );
}
