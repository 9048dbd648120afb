import type { ReactNode } from "react";

interface PageTitleProps {
  title: ReactNode;
  lead?: ReactNode;
  /** Its distance from what stands above it. */
  top?: string;
}

/** How a page begins: its name and, below it, what it is for. */
export function PageTitle({ title, lead, top = "pt-9 [[data-crumbs]+&]:pt-3" }: PageTitleProps) {
  return (
    <div className={top} data-page-title>
      <h1 className="font-serif text-34 leading-[1.1] font-medium tracking-[-0.022em]">{title}</h1>
      {lead ? <p className="mt-2 max-w-[68ch] text-ink-2">{lead}</p> : null}
    </div>
  );
}

interface SectionHeadProps {
  id: string;
  title: ReactNode;
  remark?: ReactNode;
  more?: ReactNode;
}

/** A section of a page, below its title. */
export function PageSection({
  className,
  children,
  ...head
}: SectionHeadProps & { className?: string | undefined; children?: ReactNode }) {
  return (
    <section aria-labelledby={head.id} className={className}>
      <SectionHead {...head} />
      {children}
    </section>
  );
}

/** A section title over an ink rule, with a remark and a link at the right if given. */
export function SectionHead({ id, title, remark, more }: SectionHeadProps) {
  return (
    <div
      className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-b border-edge pb-2"
      data-section-head
    >
      <h2 id={id} className="font-serif text-21 font-medium tracking-[-0.012em]">
        {title}
      </h2>
      {remark ? <p className="text-13 text-ink-3 to-720:order-3 to-720:w-full">{remark}</p> : null}
      {more ? <span className="ms-auto text-13">{more}</span> : null}
    </div>
  );
}

/** A page with a side column: beside what it is about, and below it where there is no room. */
export const WITH_SIDE_COLUMN =
  "grid grid-cols-[minmax(0,1fr)_364px] items-start gap-14 to-1264:gap-8 to-1100:grid-cols-[minmax(0,1fr)] to-1100:gap-10 to-840:gap-8";

/** The column itself, of sections with a title each. */
export function SideColumn({ children }: { children: ReactNode }) {
  return <aside className="*:not-first:mt-7.5">{children}</aside>;
}

/** The title of a section of the column. */
export function SideTitle({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <h2 id={id} className="border-b border-edge pb-1.75 font-serif text-18 leading-[1.2] font-medium">
      {children}
    </h2>
  );
}

/** The end of a long form: what is said of it, and what sends it. */
export function FormFoot({ className = "", children }: { className?: string; children: ReactNode }) {
  return (
    <div
      className={`mt-6.5 flex flex-wrap items-center justify-between gap-3 border-t border-edge pt-4 text-13 text-ink-3 ${className}`}
    >
      {children}
    </div>
  );
}
