import { useTranslations } from "next-intl";
import { skillFilePath } from "@/components/skill/skill-path";
import { SiteLink } from "@/components/ui/site-link";
import type { SkillDetail } from "@/lib/registry/views";
import type { Spot } from "@/lib/vetting/facts/fact";

/** So many of each are shown; the API gives all of them. */
const SHOWN = 12;

interface Row extends Spot {
  /** What is done, in words; what it is done to is `what`, as the package writes it. */
  readonly deed?: string;
  readonly what: string;
  /** What a person should know about it in a word or two. */
  readonly remark: string | null;
}

/** What the package does, whether or not there is a finding: hosts, places, programs, changes, and when. */
export function PackagePicture({ skill, pinned }: { skill: SkillDetail; pinned: string | undefined }) {
  const t = useTranslations("skill.security.picture");
  const { picture } = skill.vetting;
  if (picture === null) return <p className="pt-3 text-14 text-ink-2">{t("none")}</p>;
  const contacts = picture.contacts.map(({ host, isExpected, ...spot }) => ({
    ...spot,
    what: host,
    remark: isExpected ? t("named") : t("not-named"),
  }));
  const plain = (uses: readonly (Spot & { what: string })[]) => uses.map((use) => ({ ...use, remark: null }));
  const deeds = picture.deeds.map(({ file, line, kind, object, traits }) => ({
    file,
    line,
    deed: t(`deed.${kind}`),
    what: object,
    remark: traits.includes("foreign") ? t("not-named") : null,
  }));
  const hrefOf = ({ file, line }: Spot) =>
    // What lies inside of an archive or document has no page.
    file.includes("!/") ? null : `${skillFilePath(skill.slug, file, pinned)}#L${line}`;
  return (
    <dl className="mt-3 grid gap-3">
      <Rows name={t("deeds")} rows={deeds} hrefOf={hrefOf} />
      <Rows name={t("contacts")} rows={contacts} hrefOf={hrefOf} />
      <Rows name={t("reads")} rows={plain(picture.reads)} hrefOf={hrefOf} />
      <Rows name={t("runs")} rows={plain(picture.runs)} hrefOf={hrefOf} />
      <Rows name={t("changes")} rows={plain(picture.changes)} hrefOf={hrefOf} />
    </dl>
  );
}

interface RowsProps {
  name: string;
  rows: readonly Row[];
  /** The line in the view of its file. */
  hrefOf: (spot: Spot) => string | null;
}

function Rows({ name, rows, hrefOf }: RowsProps) {
  const t = useTranslations("skill.security.picture");
  return (
    <div>
      <dt className="text-13 text-ink-2">{name}</dt>
      <dd className="text-14">
        {rows.length === 0 ? (
          t("nothing")
        ) : (
          <ul>
            {rows.slice(0, SHOWN).map((row) => (
              <li key={[row.file, row.line, row.deed, row.what].join(":")} className="py-1">
                {row.deed === undefined ? null : `${row.deed}: `}
                <code className="break-all">{row.what}</code>
                {row.remark === null ? null : ` · ${row.remark}`}
                <span>
                  {" · "}
                  <Where spot={row} href={hrefOf(row)} />
                </span>
              </li>
            ))}
          </ul>
        )}
        {rows.length > SHOWN ? t("more", { count: rows.length - SHOWN }) : null}
      </dd>
    </div>
  );
}

function Where({ spot: { file, line }, href }: { spot: Spot; href: string | null }) {
  const place = `${file}:${line}`;
  return href === null ? (
    place
  ) : (
    <SiteLink className="link" href={href}>
      {place}
    </SiteLink>
  );
}
