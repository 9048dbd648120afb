import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Icon, type IconName } from "@/components/ui/icon";
import type { AccessView } from "@/lib/registry/views";

/** What the author declares the skill may reach, and what that means when it is run here. */
export function AccessTable({ access }: { access: AccessView }) {
  const t = useTranslations("skill.security.table");
  const declared = (value: boolean) => (value ? t("yes") : t("no"));
  return (
    <table className="ledger mt-3">
      <caption className="vh">{t("caption")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("kind")}</th>
          <th scope="col">{t("declared")}</th>
          <th scope="col">{t("meaning")}</th>
        </tr>
      </thead>
      <tbody>
        <Row
          icon="globe"
          name={t("network")}
          declared={declared(access.network)}
          meaning={t(`network-${access.network}`)}
        />
        <Row
          icon="folder"
          name={t("filesystem")}
          declared={declared(access.filesystem)}
          meaning={t(`filesystem-${access.filesystem}`)}
        />
        <Row
          icon="terminal"
          name={t("subprocess")}
          declared={declared(access.subprocess)}
          meaning={t(`subprocess-${access.subprocess}`)}
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
}

function Row({ icon, name, declared, meaning }: RowProps) {
  return (
    <tr>
      <th scope="row">
        <span className="flex items-center gap-2 whitespace-nowrap">
          <Icon name={icon} />
          {name}
        </span>
      </th>
      <td className="break-all">{declared}</td>
      <td className="text-ink-2">{meaning}</td>
    </tr>
  );
}
