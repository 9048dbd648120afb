import type { Lifecycle, LifecycleStep } from "@/lib/kernel/lifecycle";

/**
 * locked: it counts. released: it does not, whether it has left its vault or is less than is asked for. slashed: it was
 * paid to who was harmed.
 */
const BOND_STATES = ["locked", "released", "slashed"] as const;

export type BondState = (typeof BOND_STATES)[number];

/** waiting: for its second signature. sent: for the chain. The others are ends. */
const MOVE_STATES = ["waiting", "sent", "done", "failed", "expired"] as const;

type MoveState = (typeof MOVE_STATES)[number];

interface Step<State extends string> extends LifecycleStep<State> {
  /** What the chain must have said. */
  chain: string;
}

/** The life of a deposit. Nothing but the chain decides; an older answer of it is no news. */
export const BOND_LIFECYCLE = {
  table: "Bonds",
  column: "state",
  states: BOND_STATES,
  begins: { locked: "insertOrLockBond", released: "insertOrLockBond" },
  steps: {
    setBondLocked: {
      from: ["released", "slashed"],
      to: ["locked"],
      chain: "the vault holds what is asked for, between trusted parties",
    },
    setBondReleased: {
      from: ["locked"],
      to: ["released"],
      chain: "the vault holds less, or a party is not trusted any more; of a slashed one that is no news",
    },
    setBondSlashed: {
      from: ["locked", "released"],
      to: ["slashed"],
      chain: "a final transaction paid it to who was harmed",
    },
  },
} as const satisfies Lifecycle<BondState, Step<BondState>>;

/** The life of a transaction that pays a deposit out. It may be sent by who signed it, without us. */
export const MOVE_LIFECYCLE = {
  table: "BondMoves",
  column: "state",
  states: MOVE_STATES,
  begins: { waiting: "insertMove" },
  steps: {
    setMoveSent: { from: ["waiting"], to: ["sent"], chain: "not asked: both have signed, nothing was sent" },
    endMove: {
      from: ["waiting", "sent"],
      to: ["done", "failed", "expired"],
      chain: "done, failed: it is final; expired: it is not there and can land no more",
    },
  },
} as const satisfies Lifecycle<MoveState, Step<MoveState>>;
