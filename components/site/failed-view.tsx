import { useTranslations } from "next-intl";
import { EmptyStamp } from "@/components/marks/stamp";
import { PageShell } from "@/components/site/page-shell";

interface FailedViewProps {
  /** The whole market is away, not this page alone. */
  unavailable: boolean;
  /** Under which the failure stands in the log; null where there is none. */
  digest: string | null;
  /** Where its reader is, which is not the address of this page. */
  address: string;
}

/** Says that a page could not be made, and what its reader can do: in place of an empty document, also before scripts. */
export function FailedView({ unavailable, digest, address }: FailedViewProps) {
  const t = useTranslations(unavailable ? "states.unavailable" : "states.failed");
  const status = unavailable ? "503" : "500";
  return (
    <PageShell plain path="/">
      <div className="wrap grid items-center gap-8 pt-16 sm:grid-cols-[auto_1fr]">
        <EmptyStamp middle={status} below={t("stamp")} label={`${status}, ${t("stamp")}`} size={150} />
        <div className="max-w-[56ch]">
          <h1 className="font-serif text-34 font-medium">{t("title")}</h1>
          <p className="mt-2 text-ink-2">{t("text")}</p>
          {digest === null ? null : <p className="mt-2 font-mono text-13 text-ink-3">{digest}</p>}
          <div className="acts">
            <a className="btn btn-primary" href={address}>
              {t("again")}
            </a>
          </div>
        </div>
      </div>
    </PageShell>
  );
}
