"use server";

import { headers } from "next/headers";
import { getLocale } from "next-intl/server";
import { z } from "zod";
import { textOf, FORM, serverAction } from "@/app/[locale]/server-action";
import { EVERY_FIX, FIX_FIELD, PROPOSAL } from "@/components/validate/fix-field";
import type { SentCheck } from "@/components/validate/validate-form";
import { isDomainError } from "@/lib/kernel/errors";
import { subscriberOf } from "@/lib/web/http/client-address";
import { limitValidation } from "@/lib/web/http/limits/request-limits";
import { issueMeanings } from "@/lib/platform/i18n/code-meanings";
import { readPackageForm, type FormReading } from "@/lib/publishing/read-package-form";
import {
  fixPackage,
  listPackageFixes,
  proposePackageChanges,
  usePackageProposal,
  validatePackage,
} from "@/lib/publishing/check-package";
import type { SentPlugin } from "@/components/validate/plugin-check";
import { type SkillPackage, unpackedBytes } from "@/lib/package";
import { proposalWords } from "@/lib/platform/i18n/proposal-words";
import { readPluginForm } from "@/lib/publishing/plugins/read-plugin-form";
import { validatePlugin } from "@/lib/publishing/plugins/validate-plugin";

/** More of a text is not sent back to the page: it is shown in lines, and nobody reads so many. */
const MAX_SHOWN_CHARACTERS = 400_000;

/** How often the form was sent before, so that the same answer is told anew. */
const BEFORE = z.object({ attempt: z.number().int().min(0) }).nullable();

/** Checks what the form holds and hands back the verdicts. Nothing is stored. */
export const validateAction = serverAction([BEFORE, FORM], async (previous, form): Promise<SentCheck> => {
  const attempt = (previous?.attempt ?? 0) + 1;
  const text = textOf(form, "skill_md", MAX_SHOWN_CHARACTERS);
  const refused = (code: string, detail: string): SentCheck => ({
    attempt,
    text,
    chosen: null,
    view: null,
    problem: { code, detail },
  });
  try {
    await limitValidation(subscriberOf((await headers()).get("x-forwarded-for") ?? "unknown"), sizeOf(form));
    const reading = await readPackageForm(form);
    if (!reading.ok) return refused(reading.code, reading.message);
    return { attempt, problem: null, ...(await checkPackageOf(reading, form)) };
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return refused(error.code, error.message);
  }
});

/** What came of the plugin that was sent before; nothing of it is read. */
const PLUGIN_BEFORE = z.object({ problem: z.string().nullable() }).nullable();

/** Checks the plugin that the form holds, and hands back what is wrong with its manifest and its skills. Nothing is stored. */
export const validatePluginAction = serverAction(
  [PLUGIN_BEFORE, FORM],
  async (_, form): Promise<SentPlugin> => {
    const nothing = { name: null, valid: false, issues: [], skills: [] };
    try {
      const subject = subscriberOf((await headers()).get("x-forwarded-for") ?? "unknown");
      await limitValidation(subject, sizeOf(form));
      const read = await readPluginForm(form);
      if (!read.ok) return { ...nothing, problem: read.issue.message };
      for (const { files } of read.plugin.skills) await limitValidation(subject, unpackedBytes(files));
      const { valid, manifest, issues, skills } = await validatePlugin(read.plugin);
      return {
        problem: null,
        name: manifest?.name ?? null,
        valid,
        issues,
        skills: skills.map(({ folder, validation: { check, decision } }) => ({
          folder,
          name: check.manifest.slug,
          valid: decision.status !== "rejected",
          reasons: decision.reasons,
        })),
      };
    } catch (error) {
      if (!isDomainError(error)) throw error;
      return { ...nothing, problem: error.message };
    }
  },
);

async function checkPackageOf(
  reading: Extract<FormReading, { ok: true }>,
  form: FormData,
): Promise<Pick<SentCheck, "text" | "chosen" | "view">> {
  const chosenFix = textOf(form, FIX_FIELD);
  const fixed = chosenFix !== "" && reading.fileName === null;
  const skillPackage = fixed ? await fix(reading.package, chosenFix) : reading.package;
  const { decision, reports, calling, skillMd, files } = await validatePackage(skillPackage);
  const [locale, proposal] = await Promise.all([getLocale(), proposePackageChanges(skillPackage)]);
  const shown = skillMd.slice(0, MAX_SHOWN_CHARACTERS);
  return {
    text: reading.fileName === null ? shown : "",
    chosen: reading.fileName,
    view: {
      status: decision.status,
      reasons: decision.reasons,
      reports: reports,
      calling,
      skillMd: shown,
      files: files.map(({ path }) => path),
      fixes: await listPackageFixes(skillPackage),
      proposal,
      proposalWords: proposalWords(locale, proposal),
      meanings: issueMeanings(locale, [...reports, calling]),
    },
  };
}

function fix(skillPackage: SkillPackage, pressed: string): Promise<SkillPackage> {
  if (pressed === PROPOSAL) return usePackageProposal(skillPackage);
  return fixPackage(skillPackage, pressed === EVERY_FIX ? undefined : [pressed]);
}

function sizeOf(form: FormData): number {
  return [...form.values()].reduce(
    (sum, value) => sum + (typeof value === "string" ? value.length : value.size),
    0,
  );
}
