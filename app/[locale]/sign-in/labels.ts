import { getTranslations } from "next-intl/server";
import type { SignInLabels } from "@/components/wallet/sign-in-form";

const LABELS = [
  "withWallet",
  "found",
  "looking",
  "noWallet",
  "whatYouSign",
  "whatYouSignDetail",
  "chooseFirst",
  "sign",
  "signing",
  "entering",
  "refused",
  "refusedDetail",
  "failed",
  "failedDetail",
] as const satisfies readonly (keyof SignInLabels)[];

/** The words of the wallet form, which is drawn in the browser without the message catalogue. */
export async function signInLabels(): Promise<SignInLabels> {
  const t = await getTranslations("signIn");
  return Object.fromEntries(LABELS.map((key) => [key, t(key)])) as SignInLabels;
}
