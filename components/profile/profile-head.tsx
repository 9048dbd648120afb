import type { ReactNode } from "react";

/** The size of the picture beside the name of a profile. */
export const PROFILE_PICTURE = "size-21 text-[2.1875rem] to-480:size-14 to-480:text-[1.375rem]";

interface ProfileHeadProps {
  picture: ReactNode;
  name: string;
  lead?: string;
  /** Short facts, each an element. */
  children: ReactNode;
}

/** Who somebody is: a picture, the name, and what is known. */
export function ProfileHead({ picture, name, lead, children }: ProfileHeadProps) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-6 pt-10 to-480:gap-4">
      {picture}
      <div>
        <h1 className="font-serif text-44 leading-[1.05] font-medium tracking-[-0.022em] wrap-anywhere to-480:text-34">
          {name}
        </h1>
        {lead === undefined ? null : <p className="mt-2 text-16 text-ink-2">{lead}</p>}
        <div className="mt-3 flex flex-wrap items-center gap-x-4.5 gap-y-1.5 text-14 text-ink-2">
          {children}
        </div>
      </div>
    </div>
  );
}
