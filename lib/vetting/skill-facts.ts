/** What the skill says it accesses (USK v1.0 section 3-5); an omitted flag is false there. */
export interface DeclaredPermissions {
  readonly network: boolean;
  readonly filesystem: boolean;
  readonly subprocess: boolean;
  readonly envVars: readonly string[];
}

/** What vetting needs to know of the manifest. */
export interface SkillFacts {
  readonly name: string;
  readonly description: string;
  /** Null when the file declares no permissions at all: then there is nothing the code could contradict. */
  readonly permissions: DeclaredPermissions | null;
}
