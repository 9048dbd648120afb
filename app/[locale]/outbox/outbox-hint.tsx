import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import { SentenceSpace } from "@/components/ui/sentence-space";
import { SiteLink } from "@/components/ui/site-link";
import { isLoopbackRequest } from "@/lib/web/http/is-loopback-request";
import { hasOutbox } from "@/lib/platform/mail/list-outbox";

/** On a market of one's own that has no mail server: where the mail is that was just promised. Elsewhere nothing. */
export async function OutboxHint() {
  if (!hasOutbox() || !isLoopbackRequest(await headers())) return null;
  const t = await getTranslations("outbox");
  return (
    <>
      {t("hint")}
      <SentenceSpace />
      <SiteLink className="link" href="/outbox">
        {t("hint-link")}
      </SiteLink>
    </>
  );
}
