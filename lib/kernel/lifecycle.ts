/** One step from state to state. What it needs is said in words, for people. */
export interface LifecycleStep<State extends string> {
  from: readonly State[];
  to: readonly State[];
}

/**
 * The states of the rows of one table, and how they may change: the only place where that is written. The database
 * refuses every other change (`lifecycle_step` and `lifecycle_begin`, triggers of the migrations), which
 * `lib/db/lifecycles.test.ts` tries for each pair of states. Whoever changes a lifecycle adds a migration with it.
 */
export interface Lifecycle<State extends string, Step extends LifecycleStep<State>> {
  /** Table and column, as the database names them. */
  table: string;
  column: string;
  states: readonly State[];
  /** Of a row where the column is NULL. */
  whenNull?: State;
  /** With which states a row is made. */
  begins: readonly State[];
  /** By what happens. Each is a compare-and-set on the states in `from`. */
  steps: Readonly<Record<string, Step>>;
}

/** The state after a step, which begins in the states of `from` alone: from any other it changes nothing. */
export function stateAfter<State extends string>({ from, to }: LifecycleStep<State>, state: State): State {
  return from.includes(state) ? (to[0] ?? state) : state;
}
