import { beforeAll, expect, test } from "vitest";
import { call, expectProblem } from "@/api/testing/client";
import type { Actor } from "@/lib/identity/actor";
import { createApiKey } from "@/lib/identity/keys/own-keys";
import { acceptMembership } from "@/lib/ownership/organisations/members";
import { getActorOf, makeAccount, uniqueName } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();

const name = uniqueName("org");
const organisation = `/v1/organisations/${name}`;
let [ann, bob]: [Actor, Actor] = [] as never;
let keys: { ann: string; bob: string; stranger: string };

const somebody = async () => getActorOf((await makeAccount()).username);
const keyOf = async (actor: Actor) => (await createApiKey(actor, "test")).key;

beforeAll(async () => {
  [ann, bob] = [await somebody(), await somebody()];
  keys = { ann: await keyOf(ann), bob: await keyOf(bob), stranger: await keyOf(await somebody()) };
});

test("a program founds one, invites a maintainer and ends it; a person accepts", async () => {
  const found = (key?: string) =>
    call("POST", "/v1/organisations", { json: { name }, ...(key === undefined ? {} : { key }) });
  expectProblem(await found(), 401, "AUTH_REQUIRED");
  expect(await found(keys.ann)).toMatchObject({ status: 201, body: { organisation: name } });
  expectProblem(await found(keys.bob), 400, "REQUEST_INVALID");

  const invite = (key: string, roles: unknown, username = bob.username) =>
    call("POST", `${organisation}/invitations`, { json: { username, roles }, key });
  expectProblem(await invite(keys.stranger, ["maintainer"]), 403, "PERMISSION_DENIED");
  expectProblem(await invite(keys.ann, ["owner"]), 403, "CONFIRMATION_REQUIRED");
  for (const roles of [[], ["admin"], "owner", ["maintainer", "money", "owner", "owner"], ["owner", "money"]])
    expectProblem(await invite(keys.ann, roles), 400, "REQUEST_INVALID");
  const { body } = await invite(keys.ann, ["maintainer"]);
  expect(body).toMatchObject({
    organisation: name,
    username: bob.username,
    roles: ["maintainer"],
    state: "invited",
  });
  expectProblem(await invite(keys.ann, ["maintainer"]), 409, "MEMBER_NOT_POSSIBLE");

  const view = async (key?: string) =>
    (await call("GET", organisation, key === undefined ? {} : { key })).body;
  expect(await view(keys.ann)).toMatchObject({ invitations: [{ username: bob.username }], roles: ["owner"] });
  expect(await view(keys.bob)).toMatchObject({ invitations: [], roles: [] });
  expect(await view()).toMatchObject({
    members: [{ username: ann.username, roles: ["owner"] }],
    needs_owner: true,
  });
  const own = async () => (await call("GET", "/v1/account/organisations", { key: keys.bob })).body;
  expect(await own()).toMatchObject({ organisations: [], invitations: [{ organisation: name }] });
  const { id } = await database().organisationMember.findFirstOrThrow({
    where: { openAccountId: bob.accountId },
  });
  await acceptMembership({ actor: bob, memberId: id });
  expect(await own()).toEqual({
    organisations: [{ organisation: name, roles: ["maintainer"] }],
    invitations: [],
  });

  const end = (key: string, username: string) =>
    call("DELETE", `${organisation}/members/${username}`, { key });
  expectProblem(await end(keys.stranger, bob.username), 404, "MEMBER_NOT_FOUND");
  expectProblem(await end(keys.bob, ann.username), 404, "MEMBER_NOT_FOUND");
  expectProblem(await end(keys.ann, ann.username), 409, "MEMBER_NOT_POSSIBLE");
  expect((await end(keys.bob, bob.username)).body).toMatchObject({ state: "left" });
  expectProblem(await end(keys.ann, bob.username), 404, "MEMBER_NOT_FOUND");
});

test("a person is no organisation, and neither is a name nobody has", async () => {
  for (const other of [ann.username, uniqueName("nobody")])
    expectProblem(await call("GET", `/v1/organisations/${other}`), 404, "NOT_FOUND");
});

test("an owner adds a domain to it, and nobody else does", async () => {
  const other = uniqueName("org");
  await call("POST", "/v1/organisations", { json: { name: other }, key: keys.ann });
  const at = `/v1/account/domains?organisation=${other}`;
  const json = { domain: "example.com" };
  expectProblem(await call("POST", at, { json, key: keys.bob }), 403, "PERMISSION_DENIED");
  expectProblem(await call("GET", at, { key: keys.bob }), 403, "PERMISSION_DENIED");
  const nobodys = `/v1/account/domains?organisation=${ann.username}`;
  expectProblem(await call("POST", nobodys, { json, key: keys.ann }), 404, "NOT_FOUND");
  expect(await call("POST", at, { json, key: keys.ann })).toMatchObject({ status: 200 });
  const { body } = await call("GET", at, { key: keys.ann });
  expect(body).toMatchObject({ results: [{ domain: "example.com" }] });
  expect((await call("GET", "/v1/account/domains", { key: keys.ann })).body).toEqual({ results: [] });
});
