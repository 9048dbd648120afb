import { useTranslations } from "next-intl";
import { comparePath, namedSkill, type NamedSkill } from "@/components/compare/compare-form";
import type { ComparedSkill } from "@/components/compare/cells";
import { differs, FACT_GROUPS, type Fact, type FactGroup } from "@/components/compare/facts";
import { SkillMark } from "@/components/marks/skill-mark";
import { skillPath } from "@/components/skill/links";
import { Icon } from "@/components/ui/icon";
import { SiteLink } from "@/components/ui/site-link";
import type { SkillDetail } from "@/lib/registry/views";

interface CompareTableProps {
  columns: readonly ComparedSkill[];
  onlyDifferences: boolean;
}

/** Facts in rows, skills in columns. Rows say by a sign, a word and their weight whether the skills differ in them. */
export function CompareTable({ columns, onlyDifferences }: CompareTableProps) {
  const t = useTranslations("compare");
  const groups = FACT_GROUPS.map((group) => ({
    ...group,
    facts: group.facts.filter((fact) => !onlyDifferences || differs(fact, columns)),
  })).filter(({ facts }) => facts.length > 0);
  return (
    <table className="ledger compare">
      <caption className="vh">{t("caption")}</caption>
      <thead>
        <tr>
          <td>
            <span className="vh">{t("fact")}</span>
          </td>
          {columns.map(({ skill }) => (
            <th key={skill.versionId} scope="col">
              <ColumnHead skill={skill} rest={columns.filter((other) => other.skill !== skill)} />
            </th>
          ))}
        </tr>
      </thead>
      {groups.map((group) => (
        <Group key={group.title} group={group} columns={columns} />
      ))}
    </table>
  );
}

/** Name and version, and the way to the same table without it. */
function ColumnHead({ skill, rest }: { skill: SkillDetail; rest: readonly ComparedSkill[] }) {
  const t = useTranslations();
  const without: NamedSkill[] = rest.map((other) => namedSkill(other.skill));
  return (
    <div>
      <span>
        <SkillMark skill={skill} className="me-1.5" />
        <SiteLink
          className="hover:underline"
          href={skillPath(skill.slug, "overview", namedSkill(skill).version)}
        >
          {skill.displayName}
        </SiteLink>{" "}
        <span className="version">{skill.version}</span>{" "}
        {skill.withdrawn ? <span className="pill pill-bad">{t("skill.header.withdrawn")}</span> : null}
        {skill.isLatest ? null : (
          <SiteLink className="link" href={skillPath(skill.slug)}>
            {t("compare.latest", { version: skill.latestVersion })}
          </SiteLink>
        )}
      </span>
      <SiteLink
        className="icon-btn"
        href={comparePath(without)}
        aria-label={t("compare.remove", { name: skill.displayName })}
      >
        <Icon name="close" size={15} />
      </SiteLink>
    </div>
  );
}

function Group({ group, columns }: { group: FactGroup; columns: readonly ComparedSkill[] }) {
  const t = useTranslations();
  return (
    <tbody>
      {group.title === null ? null : (
        <tr className="group">
          <th scope="rowgroup" colSpan={columns.length + 1}>
            {t(group.title)}
          </th>
        </tr>
      )}
      {group.facts.map((fact) => (
        <Row key={fact.name} fact={fact} columns={columns} />
      ))}
    </tbody>
  );
}

function Row({ fact, columns }: { fact: Fact; columns: readonly ComparedSkill[] }) {
  const t = useTranslations();
  const name = fact.name.includes(".") ? t(fact.name) : fact.name;
  const isDifferent = differs(fact, columns);
  return (
    <tr className={isDifferent ? "differs" : "same"}>
      <th scope="row">
        <div>
          <span aria-hidden="true">{isDifferent ? "≠" : "="}</span>
          {name}
          <span className="vh"> {t(isDifferent ? "compare.differs" : "compare.same")}</span>
        </div>
      </th>
      {columns.map((column) => (
        <td
          key={column.skill.versionId}
          data-label={isDifferent ? column.skill.displayName : t("compare.all")}
        >
          <div>
            <fact.Cell {...column} />
          </div>
        </td>
      ))}
    </tr>
  );
}
