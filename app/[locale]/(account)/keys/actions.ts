"use server";

import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { CONFIRMED } from "@/app/[locale]/act-as";
import { textOf } from "@/app/[locale]/form-fields";
import { leadToConfirmation } from "@/app/[locale]/lead-to-confirmation";
import { leadToSignIn } from "@/app/[locale]/lead-to-sign-in";
import { storeWritten, type SentForm } from "@/app/[locale]/refused-form";
import { FORM, UNREAD, serverAction } from "@/app/[locale]/server-action";
import { currentActor } from "@/lib/web/auth/current-actor";
import { isDomainError } from "@/lib/kernel/errors";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { createApiKey } from "@/lib/identity/keys/own-keys";
import { isNameTyped } from "@/lib/identity/keys/own-keys";
import { listApiKeys } from "@/lib/identity/keys/own-keys";
import { revokeApiKey } from "@/lib/identity/keys/own-keys";
import { MAX_KEY_NAME_UNITS } from "@/lib/identity/schema";

async function actorOrSignIn(sent?: SentForm) {
  return (await currentActor()) ?? leadToSignIn("/keys", sent);
}

/** Makes a key and returns its text, which is never shown again; a refusal leads back to the page. */
export const createKeyAction = serverAction([UNREAD, FORM], async (_previous, form): Promise<string> => {
  const sent = { name: "key", form, fields: ["name"] };
  const actor = await actorOrSignIn(sent);
  const page = localizedPath(await getLocale(), "/keys");
  try {
    return (await createApiKey(actor, textOf(form, "name"))).key;
  } catch (error) {
    if (!isDomainError(error)) throw error;
    await storeWritten(page, sent);
    if (error.code === "CONFIRMATION_REQUIRED") return leadToConfirmation(`/keys?${CONFIRMED}`);
    redirect(`${page}?refused=${error.code}`);
  }
});

/** Withdraws the key of the form, if its name was typed with it. */
export const revokeKeyAction = serverAction([FORM], async (form): Promise<void> => {
  const actor = await actorOrSignIn();
  const locale = await getLocale();
  const id = textOf(form, "id", 64);
  const key = (await listApiKeys(actor)).find((own) => own.id === id);
  if (!key || !isNameTyped(key.name, textOf(form, "name", MAX_KEY_NAME_UNITS)))
    redirect(localizedPath(locale, `/keys?problem=${encodeURIComponent(id)}`));
  await revokeApiKey(actor, id).catch((error: unknown) => {
    if (!isDomainError(error, "NOT_FOUND")) throw error; // already withdrawn: what the person wanted
  });
  redirect(localizedPath(locale, "/keys?done=1"));
});
