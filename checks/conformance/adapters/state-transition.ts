import { type ConformanceCase, compareFacts, RunnerError } from "../runner/conformance-case";

interface Machine<State extends string, Event> {
  states: readonly State[];
  /** The product's event behind each name a case may use; the first form that fits counts. */
  events: readonly (readonly [RegExp, Event])[];
  next: (state: State, event: Event) => { state: State; refused: boolean };
}

/** Puts one event to a state machine of the product and compares what comes of it. */
export function checkTransition<State extends string, Event>(
  { input, expect }: ConformanceCase,
  { states, events, next }: Machine<State, Event>,
): string[] {
  const state = states.find((known) => known === input["state"]);
  const event = events.find(([form]) => form.test(String(input["event"])))?.[1];
  if (state === undefined || event === undefined) {
    const [asked, happened] = [String(input["state"]), String(input["event"])];
    throw new RunnerError(`does not know the state ${asked} or the event ${happened}`);
  }
  return compareFacts(expect, next(state, event));
}
