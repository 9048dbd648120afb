import type { ResourceLink } from "@modelcontextprotocol/server";
import { z } from "zod";
import { handleOf, skillUri } from "@/api/mcp/active-skills";
import { ownerOf } from "@/api/mcp/caller";
import {
  askPerson,
  type CoreTool,
  defineCoreTool,
  notifyListsChanged,
  toAnswer,
  toFailure,
} from "@/api/mcp/core-tool";
import { mediaType } from "@/api/mcp/media-type";
import { lookupText } from "@/api/schemas/parameters";
import { listRefusalsOf } from "@/lib/audits/policy/judge-versions";
import { toAuditMarkJson } from "@/lib/audits/seals";
import { searchSkills } from "@/lib/search/search-skills";
import { addReminder } from "@/lib/catalogue/core-tools/add-reminder";
import { endReminder } from "@/lib/catalogue/core-tools/end-reminder";
import { listReminders, type Reminder } from "@/lib/catalogue/core-tools/list-reminders";
import type { OfferedTool } from "@/lib/catalogue/core-tools/offer-tools";
import { FREE_ANSWER, toQuestion } from "@/lib/catalogue/core-tools/question";
import { readSkillText } from "@/lib/catalogue/core-tools/open-skill";
import { readProfile } from "@/lib/catalogue/core-tools/read-profile";
import { saveProfile } from "@/lib/catalogue/core-tools/save-profile";
import { searchActive } from "@/lib/catalogue/core-tools/search-active";
import { DomainError } from "@/lib/kernel/errors";
import type { Resembled } from "@/lib/registry/names/confusable-names";
import { priceSentence } from "@/lib/platform/i18n/what-price-buys";
import type { OpenSkill } from "@/lib/catalogue/core-tools/open-skill";
import type { SkillRow } from "@/lib/registry/views";
import { explainObstacles } from "@/lib/skill-format/issues/call-obstacles";

const ids = z
  .array(z.string().min(1).max(130))
  .min(1)
  .max(20)
  .describe("Names of skills, as `search` gives them.");

/** Loads skills into the conversation: their instructions now, their tools in the list, their other texts on demand. */
const activateSkills = defineCoreTool({
  name: "activate_skills",
  description:
    "Activate one or more skills. Gives their instructions (SKILL.md) and adds their tools to the list of tools. Rules and references are read on demand with `read`.",
  input: z.object({ ids }),
  annotations: { readOnlyHint: true, idempotentHint: true },
  run: async ({ ids: wanted }, { skills, extra, relist, isModern }) => {
    const result = await skills.activate(wanted);
    if (result.refused !== null)
      return toFailure({ status: "error", error_code: "INPUT_INVALID", error: result.refused });
    const activated = await Promise.all(
      skills.skills
        .filter(({ slug }) => result.activated.includes(slug))
        .map(async (skill) => ({
          id: skill.slug,
          name: skill.title,
          version: skill.version,
          price_lamports: String(skill.priceLamports),
          ...priceBuys([skill]),
          ...(skill.resembled === null ? {} : { resembles: toWarning(skill.resembled) }),
          tools: skills.toolsOf(skill.slug).map((tool) => (isModern ? toCallable(tool) : tool.name)),
          files: skill.files.map((path) => skillUri(skill.slug, path)),
          written_by: "the skill's publisher, not by this market",
          instructions: await skills.read(skill.slug, "SKILL.md"),
        })),
    );
    if (activated.length > 0 && relist !== null) {
      const listedAgain = await relist.next();
      await notifyListsChanged(extra);
      await listedAgain();
    }
    const { alreadyActive: already_active, unknown, failed, renamed } = result;
    const nothing = activated.length === 0 && already_active.length === 0;
    const answer = (nothing ? toFailure : toAnswer)({
      activated,
      already_active,
      unknown,
      failed,
      ...(renamed.length > 0 && { renamed }),
      // Nothing remembers it for a client without a session.
      ...(isModern && { active: handleOf(skills.skills) }),
    });
    return {
      ...answer,
      rest: activated.map(({ id, name }) => linkTo(id, "SKILL.md", `Instructions of ${name}`)),
    };
  },
});

const linkTo = (slug: string, path: string, name: string): ResourceLink => ({
  type: "resource_link",
  uri: skillUri(slug, path),
  name,
  mimeType: mediaType(path),
});

/** What has to be known of a tool that is in no list. */
const toCallable = ({ name, description, inputSchema, skill }: OfferedTool) => ({
  name,
  skill: handleOf([skill]),
  description,
  input_schema: inputSchema,
});

function toWarning({ slug, publisher }: Resembled) {
  return `Named almost like ${slug} by ${publisher}, which is older; this is somebody else's. Make sure which one your person means.`;
}

const field = z.object({
  name: z.string().min(1).max(64),
  type: z.enum(["string", "number", "integer", "boolean"]).default("string"),
  title: z.string().max(200).optional(),
  description: z.string().max(500).optional(),
  options: z.array(z.string().max(200)).max(50).optional().describe("The choices of a string."),
  required: z.boolean().default(true),
});

/** Asks the person something. */
const ask = defineCoreTool({
  name: "ask",
  description:
    "Ask the person a question, or for information in named fields. `answered` has the data; `ask_person` means that this client shows no forms: ask in the conversation.",
  input: z.object({
    question: z.string().min(1).max(2000),
    fields: z.array(field).max(20).optional().describe("Leave out for one free answer."),
  }),
  annotations: { readOnlyHint: true, openWorldHint: true },
  run: async ({ question, fields = [] }, context) => {
    const properties = Object.fromEntries(
      fields.map(({ name, options, required: _needed, ...rest }) => [
        name,
        options ? { ...rest, enum: options } : rest,
      ]),
    );
    const required = fields.filter((each) => each.required).map(({ name }) => name);
    const asked = toQuestion({ properties, required }) ?? FREE_ANSWER;
    return askPerson(question, asked, context);
  },
});

/** Keeps something about the person. */
const save = defineCoreTool({
  name: "save",
  description:
    "Save data to the person's profile, for this and later conversations and for the tools of skills. Merged into the section: members replace those of the same name, null removes one; null as data removes the section. 64 KiB in all.",
  input: z.object({
    section: z.string().min(1).max(64).describe("For example identity or preferences."),
    data: z.record(z.string(), z.unknown()).nullable(),
  }),
  annotations: { readOnlyHint: false, idempotentHint: true },
  run: async (given, { caller }) => {
    const data = await saveProfile(ownerOf(caller), given);
    return toAnswer({ status: "saved", section: given.section, data });
  },
});

/** Reads what is known of the person, or a text of an active skill. */
const read = defineCoreTool({
  name: "read",
  description:
    "Read the person's profile (all of it with the reminders that are due, or one section), or, with skill and file, a rule or reference of an active skill.",
  input: z.object({
    section: z.string().min(1).max(64).optional(),
    skill: z.string().min(1).max(130).optional().describe("An active skill."),
    file: z.string().min(1).max(300).optional().describe("For example rules/solar-terms.md."),
  }),
  annotations: { readOnlyHint: true, idempotentHint: true },
  run: async ({ section, skill, file }, { caller, skills, isModern }) => {
    if (skill !== undefined || file !== undefined) {
      if (skill === undefined || file === undefined || section !== undefined) {
        throw new DomainError("INPUT_INVALID", "Send skill and file together, or section alone, or nothing.");
      }
      const opened = await skills.open(skill);
      const text = await readSkillText(opened, file);
      // Without a session the resource is of the newest version, and says so.
      const name = isModern ? `The whole file, of the newest version of ${opened.slug}` : "The whole file";
      return { ...toAnswer({ skill, file, text }), rest: [linkTo(opened.slug, file, name)] };
    }
    const owner = ownerOf(caller);
    const profile = await readProfile(owner);
    if (section !== undefined)
      return toAnswer({ section, data: Object.hasOwn(profile, section) ? profile[section] : null });
    const due = (await listReminders(owner)).filter(({ isDue }) => isDue);
    return toAnswer({
      profile,
      due_reminders: due.map(({ id, text, due: moment }) => ({ id, text, due: moment })),
    });
  },
});

const MOST_PASSAGES = 8;

/** Searches the texts of the active skills (VibeLife V9 section 1.3), and finds skills in the market. */
const search = defineCoreTool({
  name: "search",
  description:
    "Search what the active skills bring (rules, references, tools, handlers' documents: `passages`, each with skill, file and line; read more with `read`), and the market for skills (`skills`). `found_in` says where something was found. Of the market it gives names, descriptions, prices and trust; activate what fits with `activate_skills`. Words in any language; a capability finds skills that declare it. A skill need not answer every word: `missing` has those it has nothing of, and `answering_all` of 0 says that no skill has all of them. `refused_by_policy`: the policy of this key's account does not allow it; it cannot be activated or called.",
  input: z.object({
    query: lookupText(200).optional(),
    capability: lookupText(100).optional().describe("For example calculation or web_search."),
    category: lookupText(100).optional(),
    price: z.enum(["free", "paid"]).optional(),
    limit: z.int().min(1).max(20).default(8),
  }),
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: true },
  run: async ({ query, limit, ...conditions }, { caller, skills }) => {
    const { capability, category, price } = conditions;
    const asked = {
      limit,
      ...(query === undefined ? {} : { q: query }),
      ...(capability === undefined ? {} : { capability }),
      ...(category === undefined ? {} : { category }),
      ...(price === undefined ? {} : { price }),
    };
    const isOfMarket = Object.values(conditions).some((condition) => condition !== undefined);
    const { passages, unread } =
      query === undefined || isOfMarket
        ? { passages: [], unread: [] }
        : await searchActive(skills.skills, query, MOST_PASSAGES);
    const result = await searchSkills(asked, {
      asker: async () => ({
        address: caller.address,
        ...(caller.accountId === null ? {} : { accountId: caller.accountId }),
      }),
    });
    const refused =
      caller.accountId === null
        ? null
        : await listRefusalsOf(
            caller.accountId,
            result.rows.map(({ id }) => id),
          );
    const places = [
      ...(passages.length > 0 ? ["active skills"] : []),
      ...(result.rows.length > 0 ? ["market"] : []),
    ];
    return toAnswer({
      found_in: places,
      passages,
      ...(unread.length === 0 ? {} : { unread }),
      skills: result.rows.map((row, i) => ({
        ...toFound(row),
        matched: (result.matched[i] ?? []).map(({ word }) => word),
        missing: result.missing[i] ?? [],
        ...(refused?.has(row.id) ? { refused_by_policy: refused.get(row.id) } : {}),
      })),
      ...priceBuys(result.rows),
      total: result.total,
      answering_all: result.answeringAll,
    });
  },
});

/** What the prices of skills are for, said once; nothing where all are free. */
function priceBuys(skills: readonly Pick<SkillRow, "priceLamports">[] | readonly OpenSkill[]) {
  const [buys] = skills.flatMap((skill) => priceSentence(skill) ?? []);
  return buys === undefined ? {} : { price_buys: buys };
}

const toFound = (row: SkillRow) => ({
  id: row.slug,
  name: row.displayName,
  description: row.description,
  version: row.version,
  price_lamports: row.priceLamports,
  runnable: row.runnable,
  ...(row.runnable ? {} : { runnable_reason: explainObstacles(row.obstacles) }),
  audit_state: row.auditState,
  audit: toAuditMarkJson(row.audit),
  trust_level: row.trustLevel,
  examples_proven: `${row.examplesProven} of ${row.examplesTotal}`,
});

const MAX_CARD_CHARACTERS = 64 * 1024;

/** Shows the person a card, a list or a recommendation: the client draws the structured content. */
const show = defineCoreTool({
  name: "show",
  description:
    "Show the person something: a card with data, a list, or recommended skills. The card comes back as structured content for the client to draw.",
  input: z.object({
    card_type: z.enum(["custom", "list", "recommendation", "text"]).default("custom"),
    title: z.string().max(200).optional(),
    data: z.unknown().describe("What the card shows: an object, or a list of objects or texts."),
    component_id: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,80}$/)
      .optional()
      .describe("Names the component of a client that has one, for example bazi_chart."),
  }),
  annotations: { readOnlyHint: true, idempotentHint: true },
  run: async ({ card_type, title, data, component_id: componentId }) => {
    if (data === undefined) throw new DomainError("INPUT_INVALID", "A card without data shows nothing.");
    if (JSON.stringify(data).length > MAX_CARD_CHARACTERS) {
      throw new DomainError(
        "CONTENT_TOO_LARGE",
        `A card has at most ${MAX_CARD_CHARACTERS} characters of data.`,
      );
    }
    return toAnswer({ card: toCard({ cardType: card_type, title, data, componentId }) });
  },
});

interface CardParts {
  cardType: string;
  title?: string | undefined;
  data: unknown;
  componentId?: string | undefined;
}

/** A card as V9 handlers hand it to `show_card`. */
export function toCard({ cardType, title, data, componentId }: CardParts) {
  return {
    card_type: cardType,
    ...(title === undefined ? {} : { title }),
    data_source: { type: "inline", data },
    options: componentId === undefined ? {} : { componentId },
  };
}

/** Keeps, lists and ends reminders. Nothing is sent: whoever acts for the person looks. */
const remind = defineCoreTool({
  name: "remind",
  description:
    "Manage the person's reminders: add one (with a moment, ISO 8601 with offset, or without), list them, or end one. Nothing is sent; look with `list` or `read` when a conversation begins.",
  input: z.object({
    action: z.enum(["add", "list", "end"]),
    text: z.string().max(500).optional().describe("For add."),
    due: z.string().max(40).optional().describe("For add, for example 2026-12-01T09:00:00+08:00."),
    id: z.string().max(64).optional().describe("For end."),
  }),
  annotations: { readOnlyHint: false },
  run: async ({ action, text, due, id }, { caller }) => {
    const owner = ownerOf(caller);
    if (action === "list") return toAnswer({ reminders: (await listReminders(owner)).map(toJson) });
    if (action === "add") {
      if (text === undefined) throw new DomainError("INPUT_INVALID", "Say what to remind of: text.");
      return toAnswer({ reminder: toJson(await addReminder(owner, { text, due })) });
    }
    if (id === undefined) throw new DomainError("INPUT_INVALID", "Say which reminder: id.");
    await endReminder(owner, id);
    return toAnswer({ status: "ended", id });
  },
});

const toJson = ({ isDue, ...reminder }: Reminder) => ({ ...reminder, is_due: isDue });

/** The core layer of VibeLife V9: always there, in the order in which the document names it. */
export const CORE_TOOLS: readonly CoreTool[] = [activateSkills, ask, save, read, search, show, remind];
