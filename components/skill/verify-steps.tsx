import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import {
  fetchPackageCommands,
  PACKAGE_DIGEST_COMMAND,
  signatureCommands,
} from "@/components/skill/verify-commands";
import { CodeBlock } from "@/components/ui/code-block";
import { ShellText } from "@/components/ui/shell-text";
import { slot } from "@/components/ui/slot";
import { fullDigest } from "@/lib/i18n/format-identifier";
import type { SealView, SkillDetail } from "@/lib/registry/views";

/** A seal over this very package, with its signer's key as openssl reads it. */
export interface CheckableSeal {
  seal: SealView;
  verifierPem: string;
}

interface VerifyStepsProps {
  skill: SkillDetail;
  origin: string;
  checkable: CheckableSeal | null;
}

/** Steps with tools every system has; nothing of ours is trusted but the files that are checked. */
export function VerifySteps({ skill, origin, checkable }: VerifyStepsProps) {
  const t = useTranslations("skill.security.steps");
  return (
    <ol className="do-steps">
      <Step text={t("download")} command={fetchPackageCommands(origin, skill)} />
      <Step
        text={t.rich("digest", {
          digest: slot(<span className="mono break-all">{fullDigest(skill.packageDigest)}</span>),
        })}
        command={PACKAGE_DIGEST_COMMAND}
      />
      {checkable === null ? null : (
        <Step
          text={t("signature", { name: checkable.seal.verifierName })}
          command={signatureCommands(origin, checkable.seal, checkable.verifierPem)}
        />
      )}
    </ol>
  );
}

function Step({ text, command }: { text: ReactNode; command: string }) {
  const shell = useTranslations("common")("shell");
  return (
    <li>
      <div>
        <p>{text}</p>
        <CodeBlock code={command} title={shell} wrap>
          <ShellText code={command} />
        </CodeBlock>
      </div>
    </li>
  );
}
