import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Agreement, accessWords, originOf, YesNo } from "@/components/skill/security/access";
import { atEnd, DataTable } from "@/components/ui/data-table";
import { Icon, type IconName } from "@/components/ui/icon";
import type { AccessView, SkillDetail } from "@/lib/registry/views";
import { ACCESS_KINDS, type AccessKind } from "@/lib/vetting/access-kinds";

interface AccessTableProps {
  skill: SkillDetail;
  /** How often vetting saw the code do what is denied, or what nobody says anything of. */
  undeclared: Record<AccessKind, number>;
}

const ICONS = { network: "globe", filesystem: "folder", subprocess: "terminal", secrets: "key" } as const;

/**
 * What the author declares the skill may reach, or leaves open, what enforces it, and whether the code keeps to it.
 */
export function AccessTable({ skill, undeclared }: AccessTableProps) {
  const t = useTranslations("skill.security.table");
  const { access } = skill;
  const isVetted = skill.vetting.finishedAt !== null;
  return (
    <DataTable
      stacked
      className="access-table mt-3"
      caption={t("caption")}
      columns={[
        t("kind"),
        t("declared"),
        t(skill.runnable ? "meaning" : "meaning-elsewhere"),
        atEnd(t("agrees")),
      ]}
    >
      {ACCESS_KINDS.map((kind) => {
        const origin = originOf(access, kind);
        return (
          <Row
            key={kind}
            icon={ICONS[kind]}
            name={t(kind)}
            declared={<Declared access={access} kind={kind} />}
            meaning={meaning(t, skill, kind)}
            agreement={
              <Agreement beyond={isVetted ? undeclared[kind] : null} isDeclared={origin !== "not_declared"} />
            }
          />
        );
      })}
    </DataTable>
  );
}

function Declared({ access, kind }: { access: AccessView; kind: AccessKind }) {
  const origin = originOf(access, kind);
  if (kind !== "secrets") return <YesNo value={access[kind]} origin={origin} />;
  return access.envVars !== null && access.envVars.length > 0 ? (
    <span className="mono">{access.envVars.join(", ")}</span>
  ) : (
    <YesNo value={false} origin={origin} />
  );
}

/** What holds the skill to it. Outside of this market's sandbox that is nothing. */
function meaning(
  t: ReturnType<typeof useTranslations<"skill.security.table">>,
  { access, runnable }: SkillDetail,
  kind: AccessKind,
): string {
  const origin = originOf(access, kind);
  if (!runnable) return t(origin === "not_declared" ? "elsewhere-unsaid" : "elsewhere");
  if (origin === "not_declared") return t(`${kind}-unsaid`);
  return t(`${kind}-${accessWords(access).includes(kind)}`);
}

interface RowProps {
  icon: IconName;
  name: string;
  declared: ReactNode;
  meaning: string;
  agreement: ReactNode;
}

function Row({ icon, name, declared, meaning, agreement }: RowProps) {
  const t = useTranslations("skill.security.table");
  return (
    <tr>
      <th scope="row">
        <span className="flex items-center gap-2 whitespace-nowrap">
          <Icon name={icon} />
          {name}
        </span>
      </th>
      <td className="break-all" data-label={t("declared")}>
        {declared}
      </td>
      <td className="text-ink-2">{meaning}</td>
      <td className="end whitespace-nowrap" data-label={t("agrees")}>
        {agreement}
      </td>
    </tr>
  );
}
