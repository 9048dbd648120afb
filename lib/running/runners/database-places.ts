import { randomUUID } from "node:crypto";
import { isNext, type Claim } from "./run-claims";
import {
  deletePlace,
  findPlacesOfOthers,
  placeRun,
  renewPlaces,
  type Membership,
} from "./run-places-repository";
import type { SharedPlaces } from "./shared-places";

const LEASE_MS = 15_000;

/**
 * One process's part in the places named `pool`, counted in the database. A process that dies gives its places back when
 * its lease is over.
 */
export class DatabasePlaces implements SharedPlaces {
  readonly #membership: Membership;

  constructor(pool: string, { leaseMs = LEASE_MS }: { leaseMs?: number } = {}) {
    this.#membership = { pool, process: randomUUID(), leaseMs };
  }

  take(claim: Claim, concurrency: number) {
    return placeRun(this.#membership, claim, (others) => {
      // Which of its own is next, the process has chosen.
      const rivals = others.filter((each) => each.running || each.process !== this.#membership.process);
      return isNext(claim, rivals, concurrency);
    });
  }

  look() {
    return findPlacesOfOthers(this.#membership);
  }

  renew(claims: readonly Claim[]) {
    return renewPlaces(this.#membership, claims);
  }

  leave(id: string): Promise<void> {
    return deletePlace(id);
  }
}
