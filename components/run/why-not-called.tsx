import { useLocale } from "next-intl";
import { CodeMeaning } from "@/components/ui/code/code-meaning";
import { issueMeanings } from "@/lib/platform/i18n/code-meanings";
import { explainObstacle, obstacleNames, type CallObstacle } from "@/lib/skill-format/issues/call-obstacles";

/** Why the market makes no calls of a version, each cause as one sentence in the reader's language. */
export function WhyNotCalled({ obstacles }: { obstacles: readonly CallObstacle[] }) {
  const meanings = issueMeanings(useLocale(), [{ issues: obstacles.map(toIssue) }]);
  return obstacles.map((obstacle) => (
    <span key={obstacle.code} className="block wrap-anywhere">
      <CodeMeaning
        meaning={meanings?.byCode[obstacle.code]}
        message={explainObstacle(obstacle)}
        path={obstacleNames(obstacle)}
      />
    </span>
  ));
}

const toIssue = ({ code }: CallObstacle) => ({ code });
