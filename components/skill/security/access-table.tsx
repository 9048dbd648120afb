import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Agreement, isAccessCompared } from "@/components/skill/security/agreement";
import { Icon, type IconName } from "@/components/ui/icon";
import type { SkillDetail } from "@/lib/registry/views";
import type { AccessKind } from "@/lib/vetting/undeclared-use";

interface AccessTableProps {
  skill: SkillDetail;
  /** How often vetting saw the code do more than is declared. */
  undeclared: Record<AccessKind, number>;
}

/**
 * What the author declares the skill may reach, what that means when it is run here, and whether the code keeps to it.
 */
export function AccessTable({ skill, undeclared }: AccessTableProps) {
  const t = useTranslations("skill.security.table");
  const { access } = skill;
  const compared = isAccessCompared(skill);
  const usesBeyond = (kind: AccessKind) => (compared ? undeclared[kind] : null);
  const declared = (value: boolean) => (value ? t("yes") : t("no"));
  return (
    <table className="ledger ledger-rows access-table mt-3">
      <caption className="vh">{t("caption")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("kind")}</th>
          <th scope="col">{t("declared")}</th>
          <th scope="col">{t("meaning")}</th>
          <th scope="col" className="end">
            {t("agrees")}
          </th>
        </tr>
      </thead>
      <tbody>
        <Row
          icon="globe"
          name={t("network")}
          declared={declared(access.network)}
          meaning={t(`network-${access.network}`)}
          beyond={usesBeyond("network")}
        />
        <Row
          icon="folder"
          name={t("filesystem")}
          declared={declared(access.filesystem)}
          meaning={t(`filesystem-${access.filesystem}`)}
          beyond={usesBeyond("filesystem")}
        />
        <Row
          icon="terminal"
          name={t("subprocess")}
          declared={declared(access.subprocess)}
          meaning={t(`subprocess-${access.subprocess}`)}
          beyond={usesBeyond("subprocess")}
        />
        <Row
          icon="key"
          name={t("secrets")}
          declared={
            access.envVars.length === 0 ? (
              t("none")
            ) : (
              <span className="mono">{access.envVars.join(", ")}</span>
            )
          }
          meaning={t(`secrets-${access.envVars.length > 0}`)}
          beyond={usesBeyond("secrets")}
        />
      </tbody>
    </table>
  );
}

interface RowProps {
  icon: IconName;
  name: string;
  declared: ReactNode;
  meaning: string;
  /** How often vetting saw the code do more than that; null where the two were not compared. */
  beyond: number | null;
}

function Row({ icon, name, declared, meaning, beyond }: RowProps) {
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
        <Agreement beyond={beyond} />
      </td>
    </tr>
  );
}
