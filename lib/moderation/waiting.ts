/** How much waits, by the page of administration it waits on. */
export interface Waiting {
  /** Uploads on hold, and listed versions that vetting would hold now. */
  overview: number;
  /** Challenges, and people who apply as verifiers. */
  audits: number;
  /** Reports and appeals. */
  reports: number;
}
