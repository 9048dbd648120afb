import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import { SentenceSpace } from "@/components/ui/sentences";
import { SiteLink } from "@/components/ui/site-link";
import { isLoopbackRequest } from "@/lib/web/http/client-address";
import { hasOutbox } from "@/lib/platform/mail/outbox";

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
