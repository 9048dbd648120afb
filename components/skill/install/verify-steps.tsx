import { useTranslations } from "next-intl";
import { CommandStep } from "@/components/skill/install/command-step";
import { slot } from "@/components/ui/slot";
import { fullDigest } from "@/lib/platform/i18n/format";
import type { SealView, SkillDetail } from "@/lib/registry/views";
import { downloadCommandTo } from "@/components/skill/install/commands";

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

type Version = Pick<SkillDetail, "slug" | "version">;

/** Gets a version's package and unpacks it into a folder of its own. */
function fetchPackageCommands(origin: string, skill: Version): string {
  return `${downloadCommandTo(origin, skill, "package.skill")}\nunzip -q package.skill -d package`;
}

/**
 * The package digest with GNU tools alone: SHA-256 over the list of files that `sha256sum` prints, in the order of the
 * bytes of their names. The folder an archive may wrap its files in does not count: the list begins where SKILL.md is.
 */
const PACKAGE_DIGEST_COMMAND = `(cd "$(find package -name SKILL.md -printf '%d %h\\n' | sort -n | head -1 | cut -d' ' -f2-)" &&
  find . -type f -printf '%P\\0' | LC_ALL=C sort -z | xargs -0 sha256sum -- | sha256sum)`;

/**
 * Checks one audit's signature with openssl. What was signed is rebuilt from the audit itself as DSSE asks: type and
 * statement, each with its length. The key is the verifier's wallet address in the form openssl reads.
 */
function signatureCommands(origin: string, seal: Pick<SealView, "auditId">, verifierPem: string): string {
  return `curl -fsSL "${origin}/v1/audits/${seal.auditId}" -o audit.json
cat > verifier.pem <<'END'
${verifierPem.trim()}
END
jq -r .envelope.payload audit.json | base64 -d > statement.json
jq -r '.envelope.signatures[0].sig' audit.json | base64 -d > signature
type="$(jq -r .envelope.payloadType audit.json)"
{ printf 'DSSEv1 %d %s %d ' \${#type} "$type" "$(wc -c < statement.json)"; cat statement.json; } > signed
openssl pkeyutl -verify -pubin -inkey verifier.pem -rawin -in signed -sigfile signature
jq -r '.subject[0].digest.sha256' statement.json`;
}
