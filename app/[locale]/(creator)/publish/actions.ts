"use server";

import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { actAs, leadToSignIn } from "@/app/[locale]/form-outcome";
import { textOf, FORM, UNREAD, serverAction } from "@/app/[locale]/server-action";
import type { PublishProblem } from "@/components/publish/publish-form";
import { currentActor } from "@/lib/web/auth/current-actor";
import { isDomainError } from "@/lib/kernel/errors";
import { subscriberOf } from "@/lib/web/http/client-address";
import { limitStoredBytes } from "@/lib/web/http/limits/request-limits";
import { refusalMeaning } from "@/lib/platform/i18n/code-meanings";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { unpackedBytes } from "@/lib/package";
import { beginPublication } from "@/lib/publishing/publications/publication-steps";
import { discardPublication } from "@/lib/publishing/publications/publish-publication";
import { readPackageForm } from "@/lib/publishing/read-package-form";

const MAX_ID_CHARACTERS = 64;

/**
 * Keeps the chosen package or the pasted SKILL.md and goes on to its check; the one it replaces is thrown away. Nothing
 * is kept or thrown away when it is refused.
 */
export const publishAction = serverAction(
  [UNREAD, FORM],
  async (_previous, form): Promise<PublishProblem | null> => {
    const actor = await currentActor();
    const locale = await getLocale();
    if (!actor) return leadToSignIn("/publish");
    const reading = await readPackageForm(form);
    if (!reading.ok) return toProblem(reading, locale);
    let publicationId: string;
    try {
      const { accountId } = actor;
      const address = subscriberOf((await headers()).get("x-forwarded-for") ?? "unknown");
      await limitStoredBytes(address, unpackedBytes(reading.package.files));
      const { package: skillPackage, fileName } = reading;
      const instead = textOf(form, "instead", MAX_ID_CHARACTERS);
      const organisation = textOf(form, "organisation", MAX_ID_CHARACTERS);
      publicationId = await beginPublication({
        accountId,
        package: skillPackage,
        fileName,
        instead,
        organisation,
      });
    } catch (error) {
      if (!isDomainError(error)) throw error;
      return toProblem(error, locale);
    }
    redirect(localizedPath(locale, `/publish/steps/${publicationId}/check`));
  },
);

function toProblem({ code, message }: { code: string; message: string }, locale: string): PublishProblem {
  return { code, message, meaning: refusalMeaning(locale, code) };
}

/** Throws a package under way away. */
export const discardAction = serverAction([FORM], async (form): Promise<void> => {
  await actAs("/publish", ({ accountId }) =>
    discardPublication({ id: textOf(form, "publication", MAX_ID_CHARACTERS), accountId }),
  );
});
