import "@/app/styles/receipt.css";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { cache, type ReactNode } from "react";
import { ReceiptSlip } from "@/components/receipts/receipt-slip";
import { PageShell } from "@/components/site/page-shell";
import { shareCard } from "@/components/share-card/share-card-tags";
import { SiteLink } from "@/components/ui/site-link";
import { CodeBlock } from "@/components/ui/code/code-block";
import { isDomainError } from "@/lib/kernel/errors";
import { env } from "@/lib/platform/config/env";
import { pemOfKeyId } from "@/lib/log/attestation/keys/keys";
import { isRunCleared } from "@/lib/running/runs/get-run";
import { findShownSkill } from "@/lib/catalogue/skill-page/get-skill";
import { getReceipt } from "@/lib/payments/receipts/receipts";
import { runSkill, verifyReceipt } from "@/lib/payments/receipts/receipt-statement";

export const dynamic = "force-dynamic";

interface ReceiptProps {
  params: Promise<{ locale: string; id: string }>;
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

export default async function ReceiptPage({ params }: ReceiptProps) {
  const { locale, id } = await params;
  setRequestLocale(locale);
  const receipt = await readReceipt(id);
  const verdict = verifyReceipt(receipt.envelope, receipt.keyId);
  if (!verdict.ok) throw new Error(`receipt ${id} does not verify: ${verdict.reason}`);
  const run = runSkill(verdict.statement);
  const [t, cleared, skill] = await Promise.all([
    getTranslations("receipt"),
    isRunCleared(receipt.runId),
    findShownSkill(run.slug),
  ]);
  const { APP_URL, localLedger } = env();
  return (
    <PageShell plain path={`/receipts/${id}`}>
      <div className="wrap pt-9">
        <div className="mx-auto grid max-w-[640px] gap-8">
          <ReceiptSlip
            statement={verdict.statement}
            keyId={receipt.keyId}
            address={`${APP_URL}/receipts/${id}`}
            localLedger={localLedger}
            run={run}
            skill={skill}
            cleared={cleared}
          />
          <section aria-labelledby="keep" className="print:hidden">
            <h2 id="keep" className="font-serif text-21">
              {t("keepTitle")}
            </h2>
            <p className="mt-1 text-14 text-ink-2">{t("keepText")}</p>
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
                data-check-receipt={id}
                data-words={JSON.stringify(checkWords(t, receipt.keyId))}
                aria-controls="checked"
              >
                {t("check")}
              </button>
            </p>
            <ul id="checked" role="status" className="mt-2 list-disc ps-5 text-14 empty:hidden" />
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

const linkTo = (href: string) =>
  function Linked(chunks: ReactNode) {
    return (
      <SiteLink className="link" href={href}>
        {chunks}
      </SiteLink>
    );
  };

type Translate = Awaited<ReturnType<typeof getTranslations<"receipt">>>;

/** What the check in the browser may find, in words (`components/site/behaviour/check-receipt.ts`). */
const checkWords = (t: Translate, keyId: string) => ({
  signed: t("checked.signed", { key: keyId }),
  amounts: t("checked.amounts"),
  output: t("checked.output"),
  failed: t("checked.failed"),
  otherOutput: t("checked.otherOutput"),
  unable: t("checked.unable"),
  away: t("checked.away"),
});

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
