import type { ReactNode } from "react";
import { TrustMark } from "@/components/marks/trust-mark";
import { PageShell } from "@/components/site/page-shell";

interface ClaimFrameProps {
  /** Path of the page without a language, its token included. */
  path: string;
  /** A word above the title. */
  waiting?: string;
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** What a person decides, and beside it, or below it on a phone, what the decision is about. */
export function ClaimColumns({ children }: { children: ReactNode }) {
  return (
    <div className="mt-9 max-[48rem]:*:not-first:mt-9 min-[48rem]:grid min-[48rem]:grid-cols-[minmax(0,1fr)_380px] min-[48rem]:items-start min-[48rem]:gap-14">
      {children}
    </div>
  );
}

/** The frame of all claim pages: one narrow column under a large title. */
export function ClaimFrame({ path, waiting, title, lead, children }: ClaimFrameProps) {
  return (
    <PageShell path={path}>
      <div className="wrap">
        <div className="mx-auto max-w-[1000px] pt-8 pb-16 sm:pt-11">
          {waiting === undefined ? null : (
            <p className="flex items-center gap-2 text-14">
              <TrustMark level="sandbox" size={20} />
              {waiting}
            </p>
          )}
          <h1 className="mt-3 font-serif text-34 leading-[1.08] font-medium tracking-[-0.024em] wrap-anywhere sm:text-44">
            {title}
          </h1>
          {lead === undefined ? null : <p className="mt-3 max-w-[60ch] text-18 text-ink-2">{lead}</p>}
          {children}
        </div>
      </div>
    </PageShell>
  );
}
