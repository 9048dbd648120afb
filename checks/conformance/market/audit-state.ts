import { isDomainError } from "@/lib/kernel/errors";
import { RunnerError } from "../runner/conformance-case";
import { Story } from "./story";

const VERSION = String.raw`v?(\d[\w.+-]*)`;
const EVENTS: readonly [RegExp, (story: Story, match: RegExpExecArray) => Promise<void> | void][] = [
  [new RegExp(`^publish(?: version)? ${VERSION}$`), (story, [, version = ""]) => story.publish(version)],
  [
    new RegExp(`^publish(?: version)? ${VERSION},? ?(?:with|changing|that|which|and|\\() ?(.+)$`),
    (story, [, version = "", words = ""]) => story.publishChanged(version, words),
  ],
  [
    /^(?:audit|signature|seal|sign).*(?:invalid|bad|wrong|forged|broken|other key)/,
    (story) => story.signBadly(),
  ],
  [
    new RegExp(
      `^(?:(?:simplified|reduced|full) )?(?:audit|seal)(?: of ${VERSION})? signed by (.+?)(?: (?:for|of|over) ${VERSION})?$`,
    ),
    (story, [, before, who = "", after]) => story.signAs(who, before ?? after),
  ],
  [
    new RegExp(`^(?:(?:simplified|reduced|full) )?audit signed(?: (?:for|of|over) ${VERSION})?$`),
    (story, [, version]) => story.sign(undefined, version),
  ],
  [
    /^(?:set|mark|list(?:ed)?)(?: as)? Audited(?: without| with no|$)/,
    (story) => story.signBadly(undefined, 0),
  ],
  [/^(?:set|mark|list(?:ed)?)(?: as)? Optimistic(?: without| with no|$)/, (story) => story.observeNothing()],
  [
    /(?:deposit|bond|stake).*(?:too small|too low|insufficient|below|half|not enough|less)|(?:insufficient|too small|too low|half|small).*(?:deposit|bond|stake)/,
    (story) => story.lockDeposit(50n),
  ],
  [/^(?:set|mark|list(?:ed)?)(?: as)? Optimistic with/, (story) => story.lockDeposit()],
  [
    /^(?:deposit|bond|stake) (?:withdrawn|released|removed|slashed|taken|returned|refunded|gone)|^(?:withdraw|release|remove|slash) .*(?:deposit|bond|stake)/,
    (story) => story.withdrawDeposit(),
  ],
  [
    /^(?:deposit|bond|stake)$|^(?:deposit|bond|stake) (?:given|staked|locked|made|confirmed|paid|placed|posted)|^(?:stake|lock|give|pay|place|post|make) .*(?:deposit|bond|stake)/,
    (story) => story.lockDeposit(),
  ],
  [
    /^(?:verifier|role|verifier role|verifier's role) (?:is )?(?:revoked|withdrawn|ended|removed|struck off)|^(?:revoke|withdraw|remove) (?:the )?(?:verifier|role)/,
    (story) => story.endVerifier(),
  ],
  [
    /^(?:signature|audit|seal|verifier) (?:is )?(?:revoked|revokes|withdrawn|withdraws|taken back)|^revoke (?:the )?(?:signature|audit|seal)/,
    (story) => story.revoke(),
  ],
  [
    /^(?:signature|audit|seal) (?:has )?(?:is )?(?:expire[sd]|runs out|ran out)/,
    (story) => story.letSealsExpire(),
  ],
  [
    /^(?:one )?(?:package )?(?:byte|package|content).*(?:chang|tamper|alter)|^(?:change|alter|tamper).*(?:byte|package|content)/,
    (story) => story.changeOneByte(),
  ],
  [
    new RegExp(`^(?:yank|withdraw)(?: version)?(?: ${VERSION})?$`),
    (story, [, version]) => story.yank(version),
  ],
];

/** Does it; gives the code it was refused with, or null. */
async function perform(story: Story, event: string): Promise<string | null> {
  const found = EVENTS.map(([pattern, run]) => ({ run, match: pattern.exec(event) })).find(
    ({ match }) => match,
  );
  if (!found?.match) throw new RunnerError(`does not know the event "${event}"`);
  try {
    await found.run(story, found.match);
    return null;
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return error.code;
  }
}

/** `audit_state`: the state of a version after events, each a use case of the market. */
export async function runAuditState({
  events,
  version,
}: {
  events: readonly string[];
  version?: string;
}): Promise<object> {
  const story = await Story.begin();
  const refusals: { event: string; code: string; at: number }[] = [];
  for (const [at, event] of events.entries()) {
    const code = await perform(story, event);
    if (code !== null) refusals.push({ event, code, at });
  }
  const last = refusals.at(-1);
  const isLast = last !== undefined && last.at === events.length - 1;
  const names = last === undefined ? [] : [last.event, last.code];
  return { ...(await story.look(version)), last_refused: isLast, last_refusal: { isLast, names } };
}
