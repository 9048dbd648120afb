import { useTranslations } from "next-intl";
import type { SkillDetail } from "@/lib/registry/views";
import type { Deed, Spot } from "@/lib/vetting/picture/picture";

/** So many of each are shown; the API gives all of them. */
const SHOWN = 12;

interface Row extends Spot {
  readonly what: string;
  /** What a person should know about it in a word or two. */
  readonly remark: string | null;
}

/** What the package does, whether or not there is a finding: hosts, places, programs, changes, and when. */
export function PackagePicture({ skill }: { skill: SkillDetail }) {
  const t = useTranslations("skill.security.picture");
  const { picture } = skill.vetting;
  if (picture === null) return <p className="pt-3 text-14 text-ink-2">{t("none")}</p>;
  const contacts = picture.contacts.map(({ host, isExpected, ...spot }) => ({
    ...spot,
    what: host,
    remark: isExpected ? t("named") : t("not-named"),
  }));
  const plain = (uses: readonly (Spot & { what: string })[]) => uses.map((use) => ({ ...use, remark: null }));
  const deeds = picture.deeds.map((deed) => ({
    file: deed.file,
    line: deed.line,
    what: `${t(`deed.${deed.kind}`)}: ${deed.object}`,
    remark: remarkOf(deed, t),
  }));
  return (
    <dl className="mt-3 grid gap-3">
      <Rows name={t("deeds")} rows={deeds} />
      <Rows name={t("contacts")} rows={contacts} />
      <Rows name={t("reads")} rows={plain(picture.reads)} />
      <Rows name={t("runs")} rows={plain(picture.runs)} />
      <Rows name={t("changes")} rows={plain(picture.changes)} />
    </dl>
  );
}

function remarkOf(
  { isConcealed, isUnconditional, isOutside }: Deed,
  t: ReturnType<typeof useTranslations<"skill.security.picture">>,
): string {
  if (isConcealed) return t("concealed");
  if (isUnconditional) return t("always");
  return isOutside ? t("outside") : t("expected");
}

function Rows({ name, rows }: { name: string; rows: readonly Row[] }) {
  const t = useTranslations("skill.security.picture");
  return (
    <div>
      <dt className="text-13 text-ink-2">{name}</dt>
      <dd className="text-14">
        {rows.length === 0 ? (
          t("nothing")
        ) : (
          <ul>
            {rows.slice(0, SHOWN).map(({ what, file, line, remark }) => (
              <li key={`${file}:${line}:${what}`} className="py-1">
                <code className="break-all">{what}</code>
                {remark === null ? null : ` · ${remark}`}
                <span className="where"> · {`${file}:${line}`}</span>
              </li>
            ))}
          </ul>
        )}
        {rows.length > SHOWN ? t("more", { count: rows.length - SHOWN }) : null}
      </dd>
    </div>
  );
}
