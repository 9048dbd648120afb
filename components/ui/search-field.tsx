import type { ComponentProps } from "react";
import { Icon } from "@/components/ui/icon";

/** A field to search in, with its label read aloud and a glass in it; stands in a box that is `relative`. */
export function SearchField({ label, ...input }: ComponentProps<"input"> & { id: string; label: string }) {
  return (
    <>
      <label className="vh" htmlFor={input.id}>
        {label}
      </label>
      <Icon name="search" className="pointer-events-none absolute left-2.75 text-ink-3" />
      <input
        className="input min-h-9 py-0 pr-9 pl-8.5"
        type="search"
        maxLength={200}
        autoComplete="off"
        {...input}
      />
    </>
  );
}
