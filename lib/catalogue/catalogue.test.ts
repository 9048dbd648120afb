import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { drainJobs } from "@/lib/platform/jobs/work";
import { assemblePackage } from "@/lib/package";
import { publishVersion, runVetting } from "@/lib/publishing/publish-version";
import { WALLET_PLACEHOLDER } from "@/lib/publishing/seed-catalogue";
import { searchSkills } from "@/lib/search/search-skills";
import { judgeSkill } from "@/lib/skill-format";
import { replayExamples } from "@/lib/running/examples/replay-examples";
import { testRunner } from "@/lib/running/testing/test-runner";
import { makeAccount } from "@/lib/testing/builders";
import { testDatabase } from "@/lib/testing/database";

const database = testDatabase();
testRunner();

const CATALOGUE = "prisma/catalogue";
const entries = JSON.parse(fs.readFileSync(path.join(CATALOGUE, "catalogue.json"), "utf8")) as {
  slug: string;
  priceLamports: string;
}[];

test.each(entries)("$slug is valid as its folder stands, in every format it is in", ({ slug }) => {
  const { files } = readSkill(path.join(CATALOGUE, slug), WALLET_PLACEHOLDER);
  const reports = judgeSkill({ files: new Map(files.map((file) => [file.path, file.bytes])), dir: slug });
  const mistakes = reports.flatMap(({ issues }) => issues.filter(({ severity }) => severity === "error"));
  expect(mistakes).toEqual([]);
  expect(reports.length).toBeGreaterThan(0);
});

test("every skill of the starter catalogue passes vetting, runs, and is listed at its price", async () => {
  const publisher = await makeAccount();
  for (const { slug, priceLamports } of entries) {
    const skillPackage = readSkill(path.join(CATALOGUE, slug), publisher.address);
    const request = { actor: publisher, package: skillPackage, source: "catalogue" as const };
    await publishVersion({ ...request, priceLamports: BigInt(priceLamports) });
  }
  await drainJobs({
    vet_version: ({ vettingJobId }) => runVetting(vettingJobId),
    replay_examples: ({ versionId }) => replayExamples(versionId),
  });
  const held = await database().vettingJob.findMany({
    where: { vettingStatus: { not: "approved" } },
    select: { summary: true, version: { select: { skill: { select: { slug: true } } } } },
  });
  expect(held).toEqual([]);
  const { rows } = await searchSkills({ limit: 100 });
  expect(new Map(rows.map((row) => [row.slug, row.priceLamports]))).toEqual(
    new Map(entries.map((entry) => [entry.slug, entry.priceLamports])),
  );
});

test.each([
  "비밀번호 암호 비밀 시크릿 자격증명 密码 密钥 敏感信息",
  "계좌번호 송금 대출 상환 금리 세금계산서 계약 사업자번호 주민번호 银行账号 房贷 还款 发票 合同 身份证号",
  "정규식 코드리뷰 도커파일 환경변수 변수 크론탭 커밋메시지 릴리스노트 패치 권한 캐시 보안점검 취약점 正则表达式 代码检查 定时 补丁 漏洞 鉴权",
  "평균 합계 중복제거 결측치 컬럼 유사도 오타 순위 平均值 求和 去重 缺失值 字段 相似度 错别字 数据质量",
  "문장 글자수 교정 목차 회의록 마감일 할일 장애 이메일 句子 字数 润色 目录 会议记录 期限 待办事项 故障 邮件",
  "온도 미터 무게 부피 환산 달력 음력 다이어트 운세 색상 접근성 대문자 温度 公斤 体积 农历 减肥 颜色 无障碍 大写",
])("each of the everyday words %s finds something in it", async (words) => {
  const found = await Promise.all(
    words.split(" ").map(async (q) => [q, (await searchSkills({ q, limit: 1 })).total] as const),
  );
  expect(found.filter(([, total]) => total === 0)).toEqual([]);
});

function readSkill(directory: string, wallet: string) {
  const names = fs.readdirSync(directory, { recursive: true, encoding: "utf8" });
  const files = names.filter(
    (name) => fs.statSync(path.join(directory, name)).isFile() && !name.includes("__pycache__"),
  );
  return assemblePackage(
    files.map((name) => {
      const bytes = fs.readFileSync(path.join(directory, name));
      const text = () => Buffer.from(bytes.toString("utf8").replaceAll(WALLET_PLACEHOLDER, wallet));
      return { path: name.split(path.sep).join("/"), bytes: name === "SKILL.md" ? text() : bytes };
    }),
    path.basename(directory),
  );
}
