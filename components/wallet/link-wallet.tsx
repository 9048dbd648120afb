"use client";

import { useRouter } from "next/navigation";
import { useRef, type ComponentProps } from "react";
import { CONFIRM_FIRST } from "@/components/wallet/confirm-first";
import { SignInForm } from "@/components/wallet/sign-in-form";

interface LinkWalletProps extends Pick<ComponentProps<typeof SignInForm>, "labels" | "localLedger"> {
  /** Where it is confirmed that it is them, where there is no form around it. */
  confirmAt: string;
}

/** Links a wallet in the middle of something else: the page stays, with all that is written in it. */
export function LinkWallet({ confirmAt, ...form }: LinkWalletProps) {
  const router = useRouter();
  const keeps = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button ref={keeps} {...CONFIRM_FIRST} type="submit" formNoValidate hidden />
      <SignInForm
        {...form}
        purpose="link"
        returnTo=""
        narrow
        onLinked={() => {
          holdWritten(keeps.current?.form);
          router.refresh();
        }}
        onUnconfirmed={() => (keeps.current?.form ? keeps.current.click() : location.assign(confirmAt))}
      />
    </>
  );
}

/** What stands in the fields is the reader's own from now on: the page, drawn anew without it, leaves it there. */
function holdWritten(form: HTMLFormElement | null | undefined): void {
  const fields = form?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "input:not([type=hidden],[type=radio],[type=checkbox]), textarea",
  );
  for (const field of fields ?? []) Object.assign(field, { value: field.value });
}
