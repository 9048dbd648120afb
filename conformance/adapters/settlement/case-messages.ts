/** What the runner and the process with the market say to each other. */
export interface CaseQuestion {
  id: string;
  input: Record<string, unknown>;
}

export interface CaseOutcome {
  accepted: boolean;
  /** Settlements made after the tampering; those of an honest purchase before it are not counted. */
  settlements: number;
  settled_lamports: string;
  /** Why it was refused, for the reader of a failed case. */
  detail: string;
}

export interface CaseAnswer {
  id: string;
  outcome?: CaseOutcome;
  error?: string;
}
