// The published client of A2A 1.0 reads the market's card, verifies its signature and asks for a skill.
// Usage: APP_URL=… node a2a.mjs NAME WORDS…
import { AgentCard, canonicalizeAgentCard, Role, verifyAgentCardSignature } from "@a2a-js/sdk";
import { ClientFactory } from "@a2a-js/sdk/client";

const market = process.env["APP_URL"] ?? "http://127.0.0.1:3000";
const [name = "csv-profile", ...words] = process.argv.slice(2);

const assert = (holds, what) => {
  if (!holds) throw new Error(`not as promised: ${what}`);
  console.log(what);
};

const written = await (await fetch(`${market}/.well-known/agent-card.json`)).json();
const card = AgentCard.fromJSON(written);
const { signatures: _, ...members } = written;
assert(
  Object.keys(members).every((member) => member in AgentCard.toJSON(card)),
  "every member of the card is one of A2A 1.0",
);
assert(
  canonicalizeAgentCard(card) === canonicalizeAgentCard(AgentCard.fromJSON(members)),
  "the card is read as it is written",
);
const keyOf = async (kid, jku) => {
  const { keys } = await (await fetch(jku)).json();
  return keys.find((key) => key.kid === kid);
};
await verifyAgentCardSignature(keyOf)(card);
console.log("the signature of the card is valid");
const changed = AgentCard.fromJSON({ ...written, name: "another" });
const refused = await verifyAgentCardSignature(keyOf)(changed).then(
  () => false,
  () => true,
);
assert(refused, "the signature of a changed card is not");

const client = await new ClientFactory().createFromUrl(market);
const send = (parts) =>
  client.sendMessage({
    message: {
      messageId: crypto.randomUUID(),
      contextId: "",
      taskId: "",
      role: Role.ROLE_USER,
      parts,
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    },
    configuration: undefined,
    metadata: undefined,
    tenant: "",
  });
const text = (value) => ({
  content: { $case: "text", value },
  metadata: undefined,
  filename: "",
  mediaType: "",
});
const answer = await send([text(words.join(" "))]);
const found = JSON.stringify(answer);
assert(found.includes(`"${name}"`), `a message finds ${name}`);
const missing = await client.getTask({ id: "none", tenant: "" }).then(
  () => "a task",
  (error) => error.name,
);
assert(missing === "TaskNotFoundError", "there is no task to ask about");
