"use server";

import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { asMember, leadToSignIn } from "@/app/[locale]/form-outcome";
import { isTicked, textOf, FORM, UNREAD, serverAction } from "@/app/[locale]/server-action";
import { currentActor } from "@/lib/web/auth/current-actor";
import { systemClock } from "@/lib/kernel/clock";
import { isDomainError, type DomainError } from "@/lib/kernel/errors";
import { localizedPath } from "@/lib/platform/i18n/paths";
import { createApiKey, isNameTyped, listApiKeys, revokeApiKey } from "@/lib/identity/keys/own-keys";
import { MAX_KEY_NAME_UNITS } from "@/lib/identity/schema";

/** Makes a key and returns its text, which is never shown again; a refusal leads back to the page. */
export const createKeyAction = serverAction([UNREAD, FORM], async (_previous, form): Promise<string> => {
  const sent = { name: "key", form, fields: ["name"] };
  const refused = ({ code }: DomainError) => `/keys?refused=${code}`;
  return asMember({ page: "/keys", sent, refused }, async (actor) => {
    const mayOnlyStage = isTicked(form, "stage");
    return (await createApiKey(actor, textOf(form, "name"), systemClock, { mayOnlyStage })).key;
  });
});

/** Withdraws the key of the form, if its name was typed with it. */
export const revokeKeyAction = serverAction([FORM], async (form): Promise<void> => {
  const actor = (await currentActor()) ?? (await leadToSignIn("/keys"));
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
