import { useTranslations } from "next-intl";
import { InputField } from "@/components/forms/field";
import { CodeBlock } from "@/components/ui/code/code-block";
import { printJson } from "@/components/ui/code/json";
import { linkTo } from "@/components/ui/site-link";
import { SentenceSpace, slot } from "@/components/ui/sentences";
import { When } from "@/components/ui/values";
import type { RunTexts } from "@/lib/running/runs/get-run";

const MAX_TOKEN_CHARACTERS = 200;

interface ReceiptTextsProps {
  texts: RunTexts;
  /** The wallet that paid, shortened. */
  payer: string;
  signedIn: boolean;
  /** Where somebody signs in and comes back from. */
  signInHref: string;
  /** Why a token was refused, in words. */
  problem: string | undefined;
  showTexts: (form: FormData) => Promise<void>;
}

/** Input and output of the call for its payer; to anybody else it says how a payer opens them. */
export function ReceiptTexts({ texts, payer, signedIn, signInHref, problem, showTexts }: ReceiptTextsProps) {
  const t = useTranslations("receipt.texts");
  const day = (date: Date) => ({ day: slot(<When iso={date.toISOString()} as="day" />) });
  if (texts.state === "ended") return <p>{t.rich("ended", day(texts.since))}</p>;
  if (texts.state === "shown")
    return (
      <>
        <p>{t.rich("shown", day(texts.until))}</p>
        <div className="mt-3 grid gap-4 text-ink [&_pre]:max-h-96">
          <div id="receipt-input">
            <CodeBlock title={t("input")} wrap code={printJson(texts.input)} />
          </div>
          <div id="receipt-output">
            <CodeBlock title={t("output")} wrap code={printJson(texts.output)} />
          </div>
        </div>
      </>
    );
  return (
    <>
      <p>
        {t.rich("closed", day(texts.until))}
        <SentenceSpace />
        {signedIn
          ? t.rich("otherWallet", { payer, settings: linkTo("/settings#wallets") })
          : t.rich("signIn", { payer, to: linkTo(signInHref) })}
      </p>
      <form action={showTexts} className="mt-3 grid gap-3">
        <InputField
          id="token"
          name="token"
          label={t("token")}
          hint={t("tokenHint")}
          problem={problem}
          mono
          required
          maxLength={MAX_TOKEN_CHARACTERS}
          autoComplete="off"
          spellCheck={false}
        />
        <p>
          <button type="submit" className="btn btn-sm">
            {t("show")}
          </button>
        </p>
      </form>
    </>
  );
}
