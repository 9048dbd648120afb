import { useTranslations } from "next-intl";
import { CommandStep } from "@/components/skill/install/command-step";
import {
  fetchPackageCommands,
  PACKAGE_DIGEST_COMMAND,
  signatureCommands,
} from "@/components/skill/install/verify-commands";
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
      <CommandStep text={t("download")} command={fetchPackageCommands(origin, skill)} />
      <CommandStep
        text={t.rich("digest", {
          digest: slot(<span className="mono break-all">{fullDigest(skill.packageDigest)}</span>),
        })}
        command={PACKAGE_DIGEST_COMMAND}
      />
      {checkable === null ? null : (
        <CommandStep
          text={t("signature", { name: checkable.seal.verifierName })}
          command={signatureCommands(origin, checkable.seal, checkable.verifierPem)}
        />
      )}
    </ol>
  );
}
