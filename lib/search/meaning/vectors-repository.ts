import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";

const { sql } = Prisma;

export interface TextOfSkill {
  id: string;
  text: string;
  /** Of the text that its vector of this model was made of. */
  digest: string | null;
}

/** Listed skills without a vector of this model that is younger than their listing, behind an id, in order of ids. */
export function selectWithoutVector(
  db: Database,
  { model, behind, limit }: { model: string; behind: string; limit: number },
): Promise<TextOfSkill[]> {
  return db.$queryRaw<TextOfSkill[]>(sql`
    SELECT s."id", s."display_name" || E'\n' || s."description" AS "text",
      CASE WHEN v."model" = ${model} THEN v."digest" END AS "digest"
    FROM "Skills" s LEFT JOIN "SkillVectors" v ON v."skill_id" = s."id"
    WHERE s."published_at" IS NOT NULL AND s."id" > ${behind}
      AND (v."skill_id" IS NULL OR v."model" <> ${model} OR v."made_at" < s."updated_at")
    ORDER BY s."id" LIMIT ${limit}`);
}

export interface NewVector {
  skillId: string;
  digest: string;
  vector: Float32Array;
}

/** Stores vectors, in place of older ones; a skill that has gone meanwhile gets none. */
export async function storeVectors(
  db: Database,
  vectors: readonly NewVector[],
  { model, now }: { model: string; now: Date },
): Promise<void> {
  await db.$executeRaw(sql`
    INSERT INTO "SkillVectors" ("skill_id", "model", "digest", "vector", "signs", "made_at")
    SELECT n."skill_id", ${model}, n."digest", decode(n."vector", 'base64'), n."signs"::varbit, ${now}
    FROM unnest(${vectors.map(({ skillId }) => skillId)}::text[], ${vectors.map(({ digest }) => digest)}::text[],
      ${vectors.map(({ vector }) => toBytes(vector).toString("base64"))}::text[],
      ${vectors.map(({ vector }) => signsOf(vector))}::text[]) n("skill_id", "digest", "vector", "signs")
    WHERE EXISTS (SELECT 1 FROM "Skills" s WHERE s."id" = n."skill_id")
    ON CONFLICT ("skill_id") DO UPDATE SET "model" = excluded."model", "digest" = excluded."digest",
      "vector" = excluded."vector", "signs" = excluded."signs", "made_at" = excluded."made_at"`);
}

/** The texts of these are as they were when their vectors were made. */
export async function retainVectors(db: Database, skillIds: readonly string[], now: Date): Promise<void> {
  await db.skillVector.updateMany({ where: { skillId: { in: [...skillIds] } }, data: { madeAt: now } });
}

export interface StoredVector {
  id: string;
  vector: Float32Array;
}

/** The listed skills whose vectors share most signs with this one, at most so many: near ones are among them. */
export async function selectByCommonSigns(
  db: Database,
  { model, vector, limit }: { model: string; vector: Float32Array; limit: number },
): Promise<StoredVector[]> {
  const rows = await db.$queryRaw<{ id: string; vector: Uint8Array }[]>(sql`
    SELECT v."skill_id" AS "id", v."vector" FROM "SkillVectors" v JOIN "Skills" s ON s."id" = v."skill_id"
    WHERE v."model" = ${model} AND length(v."signs") = ${vector.length}::int AND s."published_at" IS NOT NULL
    ORDER BY bit_count(v."signs" # ${signsOf(vector)}::varbit), v."skill_id" LIMIT ${limit}`);
  return rows.map(({ id, vector: bytes }) => ({ id, vector: fromBytes(bytes) }));
}

const signsOf = (vector: Float32Array) => Array.from(vector, (number) => (number > 0 ? "1" : "0")).join("");

function toBytes(vector: Float32Array): Buffer {
  const bytes = Buffer.alloc(vector.length * Float32Array.BYTES_PER_ELEMENT);
  vector.forEach((number, i) => bytes.writeFloatLE(number, i * Float32Array.BYTES_PER_ELEMENT));
  return bytes;
}

function fromBytes(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = bytes.byteLength / Float32Array.BYTES_PER_ELEMENT;
  return Float32Array.from({ length: size }, (_, i) =>
    view.getFloat32(i * Float32Array.BYTES_PER_ELEMENT, true),
  );
}
