"use server";

import { redirect } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { CONFIRMED, textOf } from "@/app/[locale]/act-as";
import { leadToConfirmation } from "@/app/[locale]/lead-to-confirmation";
import { leadToSignIn } from "@/app/[locale]/lead-to-sign-in";
import { keepWritten, type SentForm } from "@/app/[locale]/refused-form";
import type { NewKey } from "@/components/account/new-key-form";
import { currentActor } from "@/lib/auth/current-actor";
import { isDomainError, type DomainError } from "@/lib/kernel/errors";
import { localizedPath } from "@/lib/i18n/paths";
import { createApiKey } from "@/lib/identity/keys/create-api-key";
import { isNameTyped } from "@/lib/identity/keys/key-name";
import { listApiKeys } from "@/lib/identity/keys/list-api-keys";
import { revokeApiKey } from "@/lib/identity/keys/revoke-api-key";
import { MAX_KEY_NAME_UNITS } from "@/lib/identity/schema";

async function actorOrSignIn(sent?: SentForm) {
  return (await currentActor()) ?? leadToSignIn("/keys", sent);
}

/** Makes a key and returns its text, which is never shown again. */
export async function createKeyAction(_previous: NewKey | null, form: FormData): Promise<NewKey> {
  const sent = { name: "key", form, fields: ["name"] };
  const actor = await actorOrSignIn(sent);
  const name = textOf(form, "name");
  try {
    const { key } = await createApiKey(actor, name);
    return { ok: true, key };
  } catch (error) {
    if (!isDomainError(error)) throw error;
    if (error.code === "CONFIRMATION_REQUIRED") {
      await keepWritten(localizedPath(await getLocale(), "/keys"), sent);
      return leadToConfirmation(`/keys?${CONFIRMED}`);
    }
    return { ok: false, message: await refusalOf(error), ofName: error.code === "REQUEST_INVALID", name };
  }
}

/** Why no key was made, in the reader's language. */
async function refusalOf({ code }: DomainError): Promise<string> {
  const t = await getTranslations();
  if (code === "REQUEST_INVALID") return t("keys.name-refused");
  return code === "PERMISSION_DENIED" ? t("keys.too-many") : t("forms.problem.AUTH_REQUIRED");
}

/** Withdraws the key of the form, if its name was typed with it. */
export async function revokeKeyAction(form: FormData): Promise<void> {
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
}
