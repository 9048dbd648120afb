import type { ComponentProps } from "react";
import type { hydrateRoot } from "react-dom/client";
import { SignInForm } from "@/components/wallet/sign-in-form";

/** Brings the sign-in of a plain page to life. */
export function wake(island: Element, props: unknown, react: { hydrateRoot: typeof hydrateRoot }): void {
  react.hydrateRoot(island, <SignInForm {...(props as ComponentProps<typeof SignInForm>)} />);
}
