import { postFromElsewhere } from "./post-from-elsewhere";

/** An address that no other test has: one has ten reports an hour. */
const OF_REPORTS = 7;

interface Reported {
  status: number;
  /** Id of the report; nothing where it was refused. */
  id: string | undefined;
}

/** Reports a skill. */
export const reportFromElsewhere = async (market: string, slug: string, text: string): Promise<number> =>
  (await report(new URL(`/v1/skills/${slug}/reports`, market), text)).status;

/** The same of a set. */
export const reportSetFromElsewhere = (market: string, name: string, text: string): Promise<Reported> =>
  report(new URL(`/v1/sets/${name}/reports`, market), text);

async function report(address: URL, text: string): Promise<Reported> {
  const sent = { reason: "broken", text };
  const { status, body } = await postFromElsewhere<{ report_id?: string }>(OF_REPORTS, address, sent);
  return { status, id: body.report_id };
}
