"use server";

import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { z } from "zod";
import {
  asMember,
  leadToConfirmation,
  problemQuery,
  type FormPlace,
  type SentForm,
} from "@/app/[locale]/form-outcome";
import { isTicked, textOf, FORM, ID, UNREAD, serverAction } from "@/app/[locale]/server-action";
import type { CheckAnswer, NotSaved } from "@/components/publish/check-form";
import { EVERY_FIX, FIX_FIELD, PROPOSAL } from "@/components/validate/fix-field";
import { CONFIRM_FIRST } from "@/components/wallet/confirm-first";
import { currentActor } from "@/lib/web/auth/current-actor";
import { currentSubject } from "@/lib/web/auth/current-visitor";
import { isDomainError, type DomainError } from "@/lib/kernel/errors";
import { renameAccount } from "@/lib/identity/accounts/rename-account";
import { countUpload, limitVettings, limitValidation } from "@/lib/web/http/limits/request-limits";
import { localizedPath } from "@/lib/platform/i18n/paths";
import {
  changePackage,
  changeSource,
  setPublicationTerms,
  startVetting,
} from "@/lib/publishing/publications/publication-steps";
import { readUploadAccess } from "@/lib/publishing/access/upload-access";
import { readPublication } from "@/lib/publishing/publications/read-publication";
import { publishPublication } from "@/lib/publishing/publications/publish-publication";
import { toCheckView } from "./to-check-view";

/** A text of SKILL.md may be as large as a package. */
const MAX_TEXT_CHARACTERS = 5 * 1024 * 1024;
const MAX_SHORT_CHARACTERS = 200;

const SHORT = z.string().max(MAX_SHORT_CHARACTERS);
const PLACE = z.object({ id: ID, shown: SHORT });
const BEFORE = z.object({ shown: SHORT, standing: SHORT }).nullable();

/**
 * Keeps the text, with the fixes whose button was pressed, and goes on to vetting when that was asked for. `shown` is
 * the digest of the package that the page was made with. What another tab has kept since is not replaced unseen: the
 * text comes back, and is kept once its writer has been told (`before`).
 */
export const saveSourceAction = serverAction(
  [PLACE, BEFORE, FORM],
  async ({ id, shown }, before, form): Promise<NotSaved | null> => {
    const pressed = textOf(form, FIX_FIELD, MAX_SHORT_CHARACTERS);
    const fix = pressed === EVERY_FIX || pressed === PROPOSAL ? pressed : [pressed];
    const text = textOf(form, "skill_md", MAX_TEXT_CHARACTERS).replaceAll("\r\n", "\n");
    const over = before?.shown === shown ? before.standing : shown;
    const locale = await getLocale();
    return goOn(id, {
      from: "check",
      to: textOf(form, "then", MAX_SHORT_CHARACTERS) === "vetting" ? "vetting" : "check?saved=1",
      work: async (where, to) => {
        const standing = await changeSource(where, { text, over, ...(pressed === "" ? {} : { fix }) });
        if (standing) {
          const view = await toCheckView(await changePackage(standing, { text }), locale);
          return { shown, standing: standing.digest, view };
        }
        return to === "vetting" ? vet(where) : undefined;
      },
    });
  },
);

/** What the dialects say of a text among the other files of the package; nothing is kept. */
export const checkSourceAction = serverAction([ID, UNREAD], async (id, text): Promise<CheckAnswer> => {
  const actor = await currentActor();
  const where = { id, accountId: actor?.accountId ?? "" };
  const publication = actor && (await readPublication(where));
  if (!publication || typeof text !== "string") return { code: "PUBLICATION_NOT_FOUND", message: "" };
  try {
    const source = text.slice(0, MAX_TEXT_CHARACTERS);
    await limitValidation(`account:${where.accountId}`, source.length);
    const changed = await changePackage(publication.package, { text: source });
    return { view: await toCheckView(changed, await getLocale()) };
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return { code: error.code, message: error.message };
  }
});

/** Asks for vetting again, after it could not be completed. */
export const startVettingAction = serverAction([ID], async (id): Promise<void> => {
  await goOn(id, { from: "vetting", to: "vetting", work: vet });
});

async function vet(where: { id: string; accountId: string }): Promise<void> {
  await limitVettings((await currentSubject()).address);
  await startVetting(where);
}

/** Keeps price and listing and shows all of it once more; or leads to where its person confirms who they are, and back. */
export const saveTermsAction = serverAction([ID, FORM], async (id, form): Promise<void> => {
  const price = textOf(form, "price_lamports", MAX_SHORT_CHARACTERS);
  const listing = textOf(form, "listing", MAX_SHORT_CHARACTERS);
  await goOn(id, {
    from: "price",
    to: "review",
    work: async (where) => {
      await setPublicationTerms(where, { price, listing });
      if (isTicked(form, CONFIRM_FIRST.name, CONFIRM_FIRST.value))
        await leadToConfirmation(stepPath(id, "price"));
    },
    sent: { name: "price", form, fields: ["price_lamports", "listing"] },
  });
});

/**
 * Gives the account the name of the form, if there is one; publishes what the page showed, once whoever changes who is
 * paid has confirmed that it is them, and leads to the version's own vetting and listing.
 */
export const publishShownAction = serverAction([ID, FORM], async (id, form): Promise<void> => {
  const shown = {
    packageDigest: textOf(form, "package_digest", MAX_SHORT_CHARACTERS),
    priceLamports: textOf(form, "price_lamports", MAX_SHORT_CHARACTERS),
    listing: textOf(form, "listing", MAX_SHORT_CHARACTERS),
    organisation: textOf(form, "organisation", MAX_SHORT_CHARACTERS),
  };
  const sent = { name: "last step", form, fields: ["username", "access"] };
  const { versionId, listing } = await asMember(stepPlace(id, "review", sent), async (actor) => {
    const username = textOf(form, "username", MAX_SHORT_CHARACTERS);
    if (username.trim() !== "") await renameAccount(actor, username);
    const publisher = { accountId: actor.accountId, address: (await currentSubject()).address };
    const { published } = await countUpload(publisher, () =>
      publishPublication(actor, {
        id,
        shown,
        access: readUploadAccess(textOf(form, "access", MAX_SHORT_CHARACTERS)),
      }),
    );
    return published;
  });
  const next = `/publish/${versionId}${listing === null ? "" : `?listing=${listing}`}`;
  redirect(localizedPath(await getLocale(), next));
});

interface Step<Stays> {
  from: string;
  to: string;
  /** What it returns is for the page that is open, which is not left then. */
  work: (where: { id: string; accountId: string }, to: string) => Promise<Stays | void>;
  /** What the page shows again when it is refused. */
  sent?: SentForm;
}

/** Does the work of a step and leads to the next one, or back with the code of what was wrong. */
async function goOn<Stays>(id: string, { from, to, work, sent }: Step<Stays>): Promise<Stays> {
  const stays = await asMember(stepPlace(id, from, sent), ({ accountId }) => work({ id, accountId }, to));
  if (stays) return stays;
  redirect(localizedPath(await getLocale(), stepPath(id, to)));
}

const stepPath = (id: string, step: string) => `/publish/steps/${encodeURIComponent(id)}/${step}`;

/** A step that is refused says why; a package that is not under way any more leads to the first step of another. */
function stepPlace(id: string, step: string, sent?: SentForm): FormPlace {
  const page = stepPath(id, step);
  const refused = (error: DomainError) =>
    error.code === "PUBLICATION_NOT_FOUND" ? "/publish" : `${page}?${problemQuery(error)}`;
  return { page, sent, refused };
}
