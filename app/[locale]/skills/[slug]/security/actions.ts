"use server";

import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { MAX_EVIDENCE_CHARACTERS, openChallenge } from "@/lib/audits/challenges";
import { problemQuery } from "@/app/[locale]/act-as";
import { textOf } from "@/app/[locale]/form-fields";
import { leadToSignIn } from "@/app/[locale]/lead-to-sign-in";
import { storeWritten } from "@/app/[locale]/refused-form";
import { FORM, ID, PATH, serverAction } from "@/app/[locale]/server-action";
import { currentActor } from "@/lib/web/auth/current-actor";
import { currentSubject } from "@/lib/web/auth/current-visitor";
import { isDomainError } from "@/lib/kernel/errors";
import { consumeRateLimit } from "@/lib/web/http/limits/rate-limit";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { REQUEST_LIMITS } from "@/lib/web/http/limits/request-limits";

/** Challenges the version; `path` is the page it stands on, which shows the challenge or the problem. */
export const challengeAction = serverAction(
  [ID, PATH, FORM],
  async (versionId, path, form): Promise<void> => {
    const locale = await getLocale();
    const actor = await currentActor();
    const sent = { name: "challenge", form, fields: ["claim", "evidence"] };
    if (!actor) return leadToSignIn(path, sent);
    let problem = "";
    try {
      await consumeRateLimit(REQUEST_LIMITS.challenge, (await currentSubject()).address);
      const [claim, evidence] = [
        textOf(form, "claim"),
        textOf(form, "evidence", MAX_EVIDENCE_CHARACTERS + 1),
      ];
      await openChallenge({ accountId: actor.accountId, versionId, claim, evidence });
    } catch (error) {
      if (!isDomainError(error)) throw error;
      await storeWritten(localizedPath(locale, path), sent);
      problem = `${path.includes("?") ? "&" : "?"}${problemQuery(error)}`;
    }
    redirect(localizedPath(locale, `${path}${problem}#challenges`)); // far down on a phone
  },
);
