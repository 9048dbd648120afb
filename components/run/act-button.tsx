import type { ComponentProps } from "react";
import { ACT } from "@/components/run/form/form-controls";
import { useHydrated } from "@/components/ui/use-hydrated";

interface ActButtonProps extends Pick<ComponentProps<"button">, "aria-label" | "children" | "className"> {
  /** What the press does, as `changeForm` reads it. */
  act: string;
  /** Whether the form may be sent: then this works before there are scripts, and waits for them otherwise. */
  plain: boolean;
  onAct: (form: HTMLFormElement | null) => void;
}

/** A button that changes what stands in the run form and runs nothing. */
export function ActButton({ act, plain, onAct, ...shown }: ActButtonProps) {
  const hydrated = useHydrated();
  const sends = plain
    ? ({ type: "submit", name: ACT, value: act } as const)
    : ({ type: "button", disabled: !hydrated } as const);
  return (
    <button
      {...shown}
      {...sends}
      data-act={act}
      onClick={(event) => {
        event.preventDefault();
        onAct(event.currentTarget.form);
      }}
    />
  );
}
