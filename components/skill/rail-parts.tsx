import type { ReactNode } from "react";
import { SideTitle } from "@/components/ui/side-column";
import type { SkillDetail } from "@/lib/registry/views";

/** What every section of the rail is given. */
export interface RailSection {
  skill: SkillDetail;
}

/** A section of the rail. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <SideTitle>{title}</SideTitle>
      {children}
    </section>
  );
}

/** One fact of a list in the rail. */
export function Fact({
  name,
  mono = false,
  title,
  children,
}: {
  name: string;
  mono?: boolean;
  title?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={mono ? "mono" : undefined} title={title}>
        {children}
      </dd>
    </div>
  );
}
