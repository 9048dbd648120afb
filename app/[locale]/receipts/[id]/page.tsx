import "@/app/styles/receipt.css";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { showTextsAction } from "./actions";
import { recallWritten } from "@/app/[locale]/form-outcome";
import { writtenIn } from "@/components/forms/written-in";
import { ReceiptTexts } from "@/components/receipts/receipt-texts";
import { ReceiptSlip } from "@/components/receipts/receipt-slip";
import { PageShell } from "@/components/site/page-shell";
import { shareCard } from "@/components/share-card/share-card-tags";
import { linkTo } from "@/components/ui/site-link";
import { CodeBlock } from "@/components/ui/code/code-block";
import { isDomainError } from "@/lib/kernel/errors";
import { isEnvelope } from "@/lib/log/attestation/dsse";
import { env } from "@/lib/platform/config/env";
import { listKeys, pemOfKeyId } from "@/lib/log/attestation/keys/keys";
import { getRunTexts, type RunTexts, type TextsReader } from "@/lib/running/runs/get-run";
import { findShownSkill } from "@/lib/catalogue/skill-page/get-skill";
import { getReceipt } from "@/lib/payments/receipts/receipts";
import { getSettlement, paymentState } from "@/lib/payments/settlement/payment-status";
import { shortAddress } from "@/lib/platform/i18n/format";
import { currentActor } from "@/lib/web/auth/current-actor";
import { localizedPath } from "@/lib/platform/i18n/paths";
import type { Finding, ShownReceipt } from "@/components/site/behaviour/check-receipt";
import { runSkill, verifyReceipt } from "@/lib/payments/receipts/receipt-statement";

interface ReceiptProps {
  params: Promise<{ locale: string; id: string }>;
  searchParams: Promise<{ problem?: string }>;
}

/** Read once per request, by the page and its title. */
const readReceipt = cache((id: string) =>
  getReceipt(id).catch((error: unknown) => {
    if (isDomainError(error, "RECEIPT_NOT_FOUND")) notFound();
    throw error;
  }),
);

/** Names the skill: what is printed or kept as a file is called by its title. */
export async function generateMetadata({ params }: ReceiptProps): Promise<Metadata> {
  const { locale, id } = await params;
  const t = await getTranslations({ locale, namespace: "receipt" });
  const { envelope, keyId } = await readReceipt(id);
  const verdict = verifyReceipt(envelope, keyId);
  if (!verdict.ok) return { title: t("title"), robots: { index: false } };
  const { slug, version } = runSkill(verdict.statement);
  const title = `${t("title")} · ${slug} ${version}`;
  return { title, openGraph: shareCard(title, { of: { receipt: id }, locale }), robots: { index: false } };
}

export default async function ReceiptPage({ params, searchParams }: ReceiptProps) {
  const { locale, id } = await params;
  await recallWritten();
  const receipt = await readReceipt(id);
  const verdict = verifyReceipt(receipt.envelope, receipt.keyId);
  if (!verdict.ok) throw new Error(`receipt ${id} does not verify: ${verdict.reason}`);
  const { envelope } = receipt;
  if (!isEnvelope(envelope)) throw new Error(`receipt ${id} has no envelope`);
  const run = runSkill(verdict.statement);
  const token = writtenIn("texts")?.["token"]?.trim() ?? null;
  const actor = await currentActor();
  const [t, { texts, refused }, skill, settlement, keys, { problem }] = await Promise.all([
    getTranslations("receipt"),
    readTexts(receipt.runId, { accountId: actor?.accountId ?? null, token }),
    findShownSkill(run.slug),
    getSettlement(receipt.quoteId),
    listKeys(),
    searchParams,
  ]);
  const { payment } = verdict.statement.predicate;
  const isListed = keys.some(({ keyId }) => keyId === receipt.keyId);
  const shown: ShownReceipt = {
    id,
    publicKeyPem: isListed ? pemOfKeyId(receipt.keyId) : null,
    envelope,
  };
  const { APP_URL, localLedger } = env();
  return (
    <PageShell plain path={`/receipts/${id}`}>
      <div className="wrap pt-9">
        <div className="mx-auto grid max-w-[640px] grid-cols-[minmax(0,1fr)] gap-8">
          <ReceiptSlip
            statement={verdict.statement}
            keyId={receipt.keyId}
            address={`${APP_URL}/receipts/${id}`}
            localLedger={localLedger}
            run={run}
            skill={skill}
            settledAt={settlement.settledAt}
            state={paymentState(settlement)}
          />
          <section aria-labelledby="texts" className="print:hidden">
            <h2 id="texts" className="font-serif text-21">
              {t("texts.title")}
            </h2>
            <div className="mt-1 text-14 text-ink-2">
              <ReceiptTexts
                texts={texts}
                payer={shortAddress(payment.payer)}
                signedIn={actor !== null}
                signInHref={`/sign-in?return=${encodeURIComponent(localizedPath(locale, `/receipts/${id}`))}`}
                problem={
                  refused || problem === "RATE_LIMITED"
                    ? t(refused ? "texts.refused" : "texts.tooOften")
                    : undefined
                }
                showTexts={showTextsAction.bind(null, id)}
              />
            </div>
          </section>
          <section aria-labelledby="keep" className="print:hidden">
            <h2 id="keep" className="font-serif text-21">
              {t("keepTitle")}
            </h2>
            <p className="mt-1 text-14 text-ink-2">
              {t.rich("keepText", {
                spending: linkTo(`/dashboard/spending?transaction=${payment.transaction}`),
              })}
            </p>
            <p className="mt-3 flex flex-wrap gap-2">
              <a className="btn btn-sm" href={`/v1/receipts/${id}`} download="receipt.json">
                {t("downloadReceipt")}
              </a>
              <a
                className="btn btn-sm"
                href={`data:application/x-pem-file;base64,${Buffer.from(pemOfKeyId(receipt.keyId)).toString("base64")}`}
                download="key.pem"
              >
                {t("downloadKey")}
              </a>
            </p>
          </section>
          <section aria-labelledby="verify" className="print:hidden">
            <h2 id="verify" className="font-serif text-21">
              {t("verifyTitle")}
            </h2>
            <p className="mt-1 text-14 text-ink-2">{t("verifyText")}</p>
            <p className="mt-3 needs-script">
              <button
                type="button"
                className="btn btn-primary btn-sm"
                data-check-receipt={JSON.stringify(shown)}
                data-words={JSON.stringify(checkWords(t, receipt.keyId))}
                aria-controls="checked"
              >
                {t("check")}
              </button>
            </p>
            <ul
              id="checked"
              role="status"
              className="mt-2 list-disc ps-5 text-14 wrap-anywhere empty:hidden"
            />
            <p className="mt-4 text-14 text-ink-2">{t("notChecked")}</p>
            <div className="mt-4 grid gap-4">
              <CodeBlock
                title={t("verifyCommand")}
                wrap
                code="emporion verify receipt receipt.json --key key.pem"
              />
              <details>
                <summary className="link w-fit text-14">{t("verifyCode")}</summary>
                <div className="mt-3">
                  <CodeBlock
                    title="curl, jq, openssl"
                    wrap
                    code={verificationScript(`${APP_URL}/v1/receipts/${id}`)}
                  />
                </div>
              </details>
            </div>
          </section>
          <section aria-labelledby="help" className="print:hidden">
            <h2 id="help" className="font-serif text-21">
              {t("helpTitle")}
            </h2>
            <ul className="mt-1 list-disc ps-5 text-14 text-ink-2">
              <li>{t.rich("helpAgain", { skill: linkTo(`/skills/${run.slug}#run`) })}</li>
              <li>{t.rich("helpPublisher", { ask: linkTo(`/skills/${run.slug}/questions`) })}</li>
              <li>{t.rich("helpReport", { report: linkTo(`/skills/${run.slug}/report`) })}</li>
            </ul>
          </section>
        </div>
      </div>
    </PageShell>
  );
}

type Translate = Awaited<ReturnType<typeof getTranslations<"receipt">>>;

/** What the check in the browser may find, in words (`components/site/behaviour/check-receipt.ts`). */
const checkWords = (t: Translate, keyId: string): Record<Finding, string> => ({
  signed: t("checked.signed", { key: keyId }),
  amounts: t("checked.amounts"),
  input: t("checked.input"),
  otherInput: t("checked.otherInput"),
  output: t("checked.output"),
  otherOutput: t("checked.otherOutput"),
  storedOutput: t("checked.storedOutput"),
  otherStoredOutput: t("checked.otherStoredOutput"),
  noTexts: t("checked.noTexts"),
  failed: t("checked.failed"),
  unable: t("checked.unable"),
});

/** The texts for a reader; a token of something else opens nothing more than none does. */
async function readTexts(runId: string, reader: TextsReader): Promise<{ texts: RunTexts; refused: boolean }> {
  try {
    return { texts: await getRunTexts(runId, reader), refused: false };
  } catch (error) {
    if (!isDomainError(error, "PERMISSION_DENIED")) throw error;
    return { texts: await getRunTexts(runId, { ...reader, token: null }), refused: true };
  }
}

/** Checks the platform's signature with nothing but curl, jq and openssl: the bytes signed are DSSE's encoding. */
function verificationScript(url: string): string {
  return [
    `curl -s ${url} > receipt.json`,
    `jq -r .envelope.payload receipt.json | base64 -d > payload`,
    `{ printf 'DSSEv1 28 application/vnd.in-toto+json %s ' "$(wc -c < payload)"; cat payload; } > signed`,
    `jq -r '.envelope.signatures[0].sig' receipt.json | base64 -d > signature`,
    // The key comes from the market's list, never from the receipt that it is to prove.
    `curl -s ${new URL("/v1/keys", url).href} |`,
    `  jq -r --arg id "$(jq -r .key_id receipt.json)" '.keys[] | select(.key_id == $id).public_key_pem' > key.pem`,
    `openssl pkeyutl -verify -pubin -inkey key.pem -rawin -in signed -sigfile signature`,
  ].join("\n");
}
