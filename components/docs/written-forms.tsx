import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Proven } from "@/components/skill/examples/proven";
import { Price } from "@/components/ui/price";
import { When } from "@/components/ui/when";
import { shortAddress, shortDigest } from "@/lib/platform/i18n/format";

const WHOLE_THOUSANDS = "42000";
const FINER = "1234567";
const SYSTEM_PROGRAM = "11111111111111111111111111111111";
const EMPTY_DIGEST = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const FIRST_BLOCK = "2020-03-16T14:29:00.000Z";

/** How amounts, addresses, digests, times and proofs are written in lists. */
export function WrittenForms() {
  const t = useTranslations("docs.marks.form");
  return (
    <dl className="facts">
      <Form name={t("price")}>
        <Price lamports={WHOLE_THOUSANDS} />
      </Form>
      <Form name={t("finer")}>
        <Price lamports={FINER} />
      </Form>
      <Form name={t("free")}>
        <Price lamports="0" />
      </Form>
      <Form name={t("address")}>
        <span className="mono" title={SYSTEM_PROGRAM}>
          {shortAddress(SYSTEM_PROGRAM)}
        </span>
      </Form>
      <Form name={t("digest")}>
        <span className="mono" title={EMPTY_DIGEST}>
          {shortDigest(EMPTY_DIGEST)}
        </span>
      </Form>
      <Form name={t("time")}>
        <span className="mono">
          <When iso={FIRST_BLOCK} as="second" />
        </span>
      </Form>
      <Form name={t("proven")}>
        <Proven proven={5} total={5} />
      </Form>
      <Form name={t("part")}>
        <Proven proven={2} total={3} />
      </Form>
    </dl>
  );
}

function Form({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
