/**
 * What the skill says it accesses (USK v1.0 section 3-5). An omitted flag is false in a file that declares that format;
 * in any other it is null: nobody says anything of it.
 */
export interface DeclaredPermissions {
  readonly network: boolean | null;
  readonly filesystem: boolean | null;
  readonly subprocess: boolean | null;
  readonly envVars: readonly string[] | null;
}

/** What vetting needs to know of the manifest. */
export interface SkillFacts {
  readonly name: string;
  readonly description: string;
  /** Null when nothing is declared of any of them: then there is nothing the code could contradict. */
  readonly permissions: DeclaredPermissions | null;
}
