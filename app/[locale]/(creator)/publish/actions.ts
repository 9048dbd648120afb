"use server";

import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { currentActor } from "@/lib/auth/current-actor";
import { isDomainError } from "@/lib/errors";
import { localizedPath } from "@/lib/i18n/paths";
import { publishVersion } from "@/lib/registry/publish-version";
import { readPackageForm } from "@/lib/registry/read-package-form";

/** What the form shows after a refusal: the code for those who need it, and a sentence. */
export interface PublishProblem {
  code: string;
  message: string;
  findings: readonly { path: string; message: string }[];
}

/** Publishes the archive or the pasted SKILL.md of the form, then shows its vetting. Nothing is stored when it is refused. */
export async function publishAction(
  _previous: PublishProblem | null,
  form: FormData,
): Promise<PublishProblem | null> {
  const actor = await currentActor();
  const locale = await getLocale();
  if (!actor) redirect(localizedPath(locale, "/sign-in?return=/publish"));
  const reading = await readPackageForm(form);
  if (!reading.ok) return { code: reading.code, message: reading.message, findings: [] };
  const price = readPrice(form);
  if (price === null)
    return { code: "REQUEST_INVALID", message: "A price is a whole number of lamports.", findings: [] };
  let versionId: string;
  try {
    ({ versionId } = await publishVersion({
      actor: { accountId: actor.accountId },
      package: reading.package,
      source: "page",
      ...(price === undefined ? {} : { priceLamports: price }),
    }));
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return { code: error.code, message: error.message, findings: findingsOf(error.details["findings"]) };
  }
  redirect(localizedPath(locale, `/publish/${versionId}`));
}

/** Undefined when the field was left empty, null when it is no whole number. Pasted separators are taken out. */
function readPrice(form: FormData): bigint | null | undefined {
  const entry = form.get("price_lamports");
  const digits = typeof entry === "string" ? entry.replaceAll(/[\s,_]/g, "") : "";
  if (digits === "") return undefined;
  return /^\d{1,20}$/.test(digits) ? BigInt(digits) : null;
}

function findingsOf(value: unknown): PublishProblem["findings"] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown) => {
    const { path, message } = (item ?? {}) as { path?: unknown; message?: unknown };
    return typeof message === "string" ? [{ path: typeof path === "string" ? path : "", message }] : [];
  });
}
