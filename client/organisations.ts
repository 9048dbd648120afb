import {
  memberEnded,
  memberInvited,
  organisation,
  organisationFounded,
  ownOrganisations,
  type Organisation,
  type OwnOrganisations,
} from "./answers";
import { part, type MarketConnection } from "./request";

/** What an API key does for organisations; acceptance, other roles and the payee are a person's, on the market's page. */
export interface OrganisationsClient {
  /** Organisations of the account whose API key this is, and invitations to others. */
  own(): Promise<OwnOrganisations>;
  /** You are its first owner. */
  found(name: string): Promise<void>;
  get(name: string): Promise<Organisation>;
  /** They accept on the market's page; until when. */
  invite(name: string, username: string, roles: readonly string[]): Promise<string | null>;
  /** Ends a member or an invitation; what it was: removed, withdrawn, left or declined. */
  end(name: string, username: string): Promise<string>;
}

/** Every function throws MarketError. */
export function connectOrganisations(connection: MarketConnection): OrganisationsClient {
  const at = (name: string) => `/v1/organisations/${part(name)}`;
  return {
    own: () => connection.json({ path: "/v1/account/organisations", withKey: true }, ownOrganisations),
    async found(name) {
      const request = { method: "POST", path: "/v1/organisations", json: { name }, withKey: true } as const;
      await connection.json(request, organisationFounded);
    },
    get: (name) => connection.json({ path: at(name), withKey: true }, organisation),
    async invite(name, username, roles) {
      const json = { username, roles };
      const request = { method: "POST", path: `${at(name)}/invitations`, json, withKey: true } as const;
      return (await connection.json(request, memberInvited)).invited_until;
    },
    async end(name, username) {
      const path = `${at(name)}/members/${part(username)}`;
      return (await connection.json({ method: "DELETE", path, withKey: true }, memberEnded)).state;
    },
  };
}
