/**
 * The public list of the client: what programs use an Emporion market with. Reads no settings and knows no server code.
 */
import {
  callSchema,
  foundSkill,
  foundSkills,
  logPage,
  ownSkills,
  platformKeys,
  signedPolicy,
  skillSet,
  vettingJob,
  walletSpending,
  type CallSchema,
  type CopyVerdict,
  type FoundSkill,
  type LogPage,
  type OwnSkill,
  type SkillSet,
  type UploadedPackage,
  type VettingAnswer,
  type VettingFinding,
  type WalletSpending,
} from "./answers";
import { callSkill, type CallOptions } from "./call-skill";
import { downloadSkill } from "./download";
import { connectOrganisations, type OrganisationsClient } from "./organisations";
import {
  exchangeToken,
  getVetting,
  previewUpload,
  publishPlugin,
  publishSkill,
  setDeprecation,
  setPrice,
  uploadDraft,
  yankVersion,
} from "./publish";
import type { DraftOptions } from "./publish";
import { endReadingRight, giveReadingRight, listReaders, makeReadToken, setAccess } from "./access";
import { limitSpending } from "./limit-spending";
import type { Keypair } from "./keypair";
import { MarketConnection, part, type ClientSettings } from "./request";
import { askVerdicts } from "./verdicts";
import type { SkillPackage } from "../lib/package";
import type {
  CallResult,
  DownloadedSkill,
  Draft,
  InstalledCopy,
  NewReadToken,
  OwnSpending,
  PaidCall,
  PluginPublication,
  Publication,
  PublishOptions,
  ReadingRight,
  SignedPayment,
  SkillAccess,
  SpendingLimits,
  SpendingStore,
  UploadPreview,
  WantedLimits,
  Publisher,
  SearchQuery,
  StagedUpload,
  Withdrawal,
} from "./types";

export { MarketError } from "./market-error";
export { readKeypair, type Keypair } from "./keypair";
export { memorySpending } from "./keep-spending";
export type { OwnSpending, SignedPayment, SpendingLimits, SpendingStore, WalletSpending, WantedLimits };
export type { CallOptions, CallResult, CallSchema, ClientSettings, DownloadedSkill, Draft, DraftOptions };
export type { CopyVerdict, InstalledCopy, NewReadToken, PublishOptions, ReadingRight, SkillAccess };
export type { FoundSkill, LogPage, OwnSkill, PaidCall, Publication, Publisher, SearchQuery, SkillPackage };
export type { PluginPublication, SkillSet, StagedUpload, UploadedPackage, UploadPreview };
export type { VettingAnswer, VettingFinding, Withdrawal };

/** One market. Every function throws `MarketError` when it is refused or gets no answer. */
export interface MarketClient {
  readonly market: string;
  /** `answeringAll`: how many of all that match have every word of the query; null where a market does not say. */
  search(
    query: SearchQuery,
  ): Promise<{ skills: FoundSkill[]; nextCursor: string | null; answeringAll: number | null }>;
  /** One version of a skill, by its number or the tag `next`; the latest if none is named. */
  details(skill: string, version?: string): Promise<FoundSkill>;
  /** A set in its last version, or the one named: the version that each part gives now, or why it gives none. */
  set(name: string, version?: string): Promise<SkillSet>;
  /** Enough to construct a call. */
  schema(skill: string, version?: string): Promise<CallSchema>;
  /**
   * The published package, its digest checked; `digest` insists on one known before, and with a version it also gives
   * one that was withdrawn.
   */
  download(skill: string, wanted?: { version?: string; digest?: string }): Promise<DownloadedSkill>;
  call(skill: string, input: unknown, options?: CallOptions): Promise<CallResult>;
  /** What is paid from a wallet that is linked to the account of the API key, and how much may be. */
  spending(address: string): Promise<WalletSpending>;
  /**
   * Has a wallet sign what may be paid from it at this market, or with null that there is no limit any more. What is signed
   * is computed here and says nothing else than was wanted. Gives the limits as `spending` of `call` takes them.
   */
  limitSpending(keypair: Keypair, wanted: WantedLimits | null): Promise<SpendingLimits | null>;
  /** What publishing it would make of it, nothing stored; null from a market that does not say it. */
  previewUpload(
    skill: SkillPackage,
    options?: Pick<PublishOptions, "organisation">,
  ): Promise<UploadPreview | null>;
  organisations: OrganisationsClient;
  /**
   * With `stage`, or a key that may only stage, it waits for a person to release it. `access` says who sees a skill, with
   * its first version.
   */
  publish(skill: SkillPackage, options?: PublishOptions): Promise<Publication | StagedUpload>;
  /** Exchanges the token of a CI's job for the right to publish one version of a skill, which goes in the key's place. */
  exchangeToken(skill: string, token: string): Promise<string>;
  /** Every skill of a plugin under its own name; `archive` is a ZIP archive with plugin.json. */
  publishPlugin(archive: Uint8Array): Promise<PluginPublication>;
  vetting(jobId: string): Promise<VettingAnswer>;
  /** The vetting job of an upload, by its `version_id`. */
  vettingOf(versionId: string): Promise<{ job_id: string }>;
  /** The skills of the account whose API key this is, each with what was uploaded last. */
  ownSkills(): Promise<OwnSkill[]>;
  /**
   * Withdraws a version of your skill, for good; the first reason stays on record. Of the kind `secret` its files are
   * given to nobody any more, and a version that was withdrawn before can be closed so.
   */
  yank(skill: string, version: string, reason: string, kind?: string): Promise<Withdrawal>;
  /** Changes who sees a skill of yours: closes it, as a program opens none. */
  setAccess(skill: string, access: SkillAccess): Promise<SkillAccess>;
  /** Who may read a skill of yours, newest first. */
  readers(skill: string): Promise<ReadingRight[]>;
  /** Lets an account read a skill of yours for some days. */
  giveReadingRight(skill: string, to: { username: string; days: number }): Promise<ReadingRight>;
  /** Makes a token that reads a skill of yours for some days; its text is given this once. */
  makeReadToken(skill: string, token: { name: string; days: number }): Promise<NewReadToken>;
  /** Takes a right to read a skill of yours back, by its id. */
  endReadingRight(skill: string, id: string): Promise<void>;
  /** Says of a skill of yours that another takes its place, or with null takes that back. */
  /** Gives the price that holds from now on, in lamports. */
  setPrice(skill: string, lamports: bigint): Promise<bigint>;
  deprecate(skill: string, said: { message: string; successor?: string } | null): Promise<void>;
  uploadDraft(skill: SkillPackage, options: DraftOptions): Promise<Draft>;
  /**
   * What is known of copies that are installed, one for each and in their order: advisories, withdrawn, audit state, what
   * is given out now. A thousand go in one request. A copy that is not known has a verdict that says so.
   */
  verdicts(copies: readonly InstalledCopy[]): Promise<CopyVerdict[]>;
  /** The policy of an account by its user name, as the market signed it: public, or that of the API key's account. */
  policyOf(account: string): Promise<{ envelope: Record<string, unknown> }>;
  /** The public key that the market signs with now, base58; null where it names none. */
  currentKey(): Promise<string | null>;
  /** A page of the market's log, from this entry on. */
  logEntries(start: number): Promise<LogPage>;
}

/** @throws RangeError when `market` is no http address. */
export function createMarketClient(settings: ClientSettings): MarketClient {
  const connection = new MarketConnection(settings);
  return {
    market: connection.market,
    async search(query) {
      const request = { path: "/v1/agent/search", query: { ...query } };
      const answer = await connection.json(request, foundSkills);
      const { results: skills, next_cursor: nextCursor = null, answering_all: answeringAll = null } = answer;
      return { skills, nextCursor, answeringAll };
    },
    details: (skill, version) =>
      connection.json({ path: `/v1/skills/${part(skill)}`, query: { version } }, foundSkill),
    set: (set, version) => connection.json({ path: `/v1/sets/${part(set)}`, query: { version } }, skillSet),
    schema: (skill, version) =>
      connection.json({ path: `/v1/agent/skills/${part(skill)}/schema`, query: { version } }, callSchema),
    download: (skill, wanted) => downloadSkill(connection, skill, wanted),
    call: (skill, input, options) => callSkill(connection, skill, input, options),
    spending: (address) =>
      connection.json({ path: `/v1/wallets/${part(address)}/spending`, withKey: true }, walletSpending),
    limitSpending: (keypair, wanted) => limitSpending(connection, keypair, wanted),
    previewUpload: (skill, options) => previewUpload(connection, skill, options),
    organisations: connectOrganisations(connection),
    publish: (skill, options) => publishSkill(connection, skill, options),
    exchangeToken: (skill, token) => exchangeToken(connection, skill, token),
    publishPlugin: (archive) => publishPlugin(connection, archive),
    vetting: (jobId) => getVetting(connection, jobId),
    vettingOf: (versionId) =>
      connection.json(
        { path: `/v1/skills/versions/${part(versionId)}/vetting-status`, withKey: true },
        vettingJob,
      ),
    async ownSkills() {
      return (await connection.json({ path: "/v1/account/skills", withKey: true }, ownSkills)).results;
    },
    yank: (skill, version, reason, kind) => yankVersion(connection, { skill, version, reason, kind }),
    setPrice: (skill, lamports) => setPrice(connection, skill, lamports),
    setAccess: (skill, access) => setAccess(connection, skill, access),
    readers: (skill) => listReaders(connection, skill),
    giveReadingRight: (skill, to) => giveReadingRight(connection, skill, to),
    makeReadToken: (skill, token) => makeReadToken(connection, skill, token),
    endReadingRight: (skill, readingId) => endReadingRight(connection, skill, readingId),
    deprecate: (skill, said) => setDeprecation(connection, skill, said),
    uploadDraft: (skill, options) => uploadDraft(connection, skill, options),
    verdicts: (copies) => askVerdicts(connection, copies),
    policyOf: (account) =>
      connection.json({ path: `/v1/people/${part(account)}/policy`, withKey: true }, signedPolicy),
    async currentKey() {
      const { keys } = await connection.json({ path: "/v1/keys" }, platformKeys);
      return keys.find(({ valid_until: until = null }) => until === null)?.key_id ?? null;
    },
    logEntries: (start) => connection.json({ path: "/v1/log/entries", query: { start } }, logPage),
  };
}
