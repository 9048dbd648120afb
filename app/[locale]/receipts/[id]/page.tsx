import "@/app/styles/receipt.css";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { cache } from "react";
import { ReceiptSlip } from "@/components/receipts/receipt-slip";
import { PageShell } from "@/components/site/page-shell";
import { shareCard } from "@/components/share-card/share-card-tags";
import { CodeBlock } from "@/components/ui/code/code-block";
import { isDomainError } from "@/lib/kernel/errors";
import { env } from "@/lib/platform/config/env";
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
          <section aria-labelledby="verify" className="print:hidden">
            <h2 id="verify" className="font-serif text-21">
              {t("verifyTitle")}
            </h2>
            <p className="mt-1 mb-3 text-14 text-ink-2">{t("verifyText")}</p>
            <CodeBlock
              title={t("verifyCode")}
              wrap
              code={verificationScript(`${APP_URL}/v1/receipts/${id}`)}
            />
          </section>
        </div>
      </div>
    </PageShell>
  );
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
