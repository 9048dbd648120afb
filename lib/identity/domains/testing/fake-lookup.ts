import {
  domainRecord,
  recordName,
  type TxtAnswer,
  type TxtLookup,
} from "@/lib/identity/domains/domain-record";

export interface FakeDns extends TxtLookup {
  /** Sets what the record of a domain is answered with: those of these accounts, beside somebody else's text. */
  set: (domain: string, ...accountIds: string[]) => void;
  answer: (domain: string, answer: TxtAnswer) => void;
  /** Names it was asked for. */
  asked: string[];
}

/** The DNS as a test wants it; a name nobody set is not there. */
export function fakeDns(): FakeDns {
  const answers = new Map<string, TxtAnswer>();
  const asked: string[] = [];
  const answer = (domain: string, given: TxtAnswer) => void answers.set(recordName(domain), given);
  return {
    asked,
    answer,
    set: (domain, ...accountIds) => {
      const own = accountIds.map((accountId) => domainRecord(accountId, domain).value);
      answer(domain, { kind: "texts", texts: ["google-site-verification=x", ...own] });
    },
    lookUp: (name) => {
      asked.push(name);
      return Promise.resolve(answers.get(name) ?? { kind: "none" });
    },
  };
}
