import { useTranslations } from "next-intl";
import { When } from "@/components/ui/when";
import { shortDigest } from "@/lib/platform/i18n/format";
import type { OpinionView } from "@/lib/registry/views";
import { slot } from "@/components/ui/slot";

/** What a model said of a version, as what it is: an opinion, with the name of who has it and when. */
export function SecondOpinion({ opinion }: { opinion: OpinionView }) {
  const t = useTranslations("skill.security.opinion");
  const { model, promptVersion, promptDigest, verdict, reasons, askedAt } = opinion;
  const name = slot(<code className="break-all">{model}</code>);
  return (
    <>
      <p className="pt-3 text-14">{t.rich(verdict ?? "no-answer", { model: name })}</p>
      {reasons.length === 0 ? null : (
        <ul className="divide-y divide-line">
          {reasons.map(({ text, file, line }) => (
            <li key={`${file}:${line}:${text}`} className="py-2 text-14">
              <q lang="en" className="wrap-anywhere">
                {text}
              </q>
              <span className="wrap-anywhere"> · {`${file}:${line}`}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="pt-3 text-13 text-ink-3">
        {t.rich("asked", {
          time: slot(<When iso={askedAt} as="second" />),
          version: promptVersion,
          digest: slot(
            <span className="mono" title={promptDigest}>
              {shortDigest(promptDigest)}
            </span>,
          ),
        })}
      </p>
    </>
  );
}
