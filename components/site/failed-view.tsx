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
  const away = useTranslations("states.unavailable");
  const failed = useTranslations("states.failed");
  const said = unavailable
    ? { status: "503", stamp: away("stamp"), title: away("title"), text: away("text"), again: away("again") }
    : {
        status: "500",
        stamp: failed("stamp"),
        title: failed("title"),
        text: failed("text"),
        again: failed("again"),
      };
  const { status, stamp } = said;
  return (
    <PageShell plain path="/">
      <div className="wrap grid items-center gap-8 pt-16 sm:grid-cols-[auto_1fr]">
        <EmptyStamp middle={status} below={stamp} label={`${status}, ${stamp}`} size={150} />
        <div className="max-w-[56ch]">
          <h1 className="font-serif text-34 font-medium">{said.title}</h1>
          <p className="mt-2 text-ink-2">{said.text}</p>
          {digest === null ? null : <p className="mt-2 font-mono text-13 text-ink-3">{digest}</p>}
          <div className="acts">
            <a className="btn btn-primary" href={address}>
              {said.again}
            </a>
          </div>
        </div>
      </div>
    </PageShell>
  );
}
