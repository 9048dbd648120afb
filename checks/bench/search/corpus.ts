/** Generated skills in English, Chinese and Korean; the same every time. */
export interface BenchSkill {
  slug: string;
  description: string;
  category: string;
  tags: string[];
  capabilities: string[];
  publisher: string;
}

/** A skill hidden among the others, and the queries that must bring it up. */
export interface Planted {
  skill: BenchSkill;
  queries: string[];
}

const WORDS = {
  en: `invoice receipt contract ledger parse extract convert translate summarize validate merge split table image audio
    video calendar schedule mail notify search index crawl page document report chart metric log trace deploy container
    schema query database cache token wallet payment price currency weather map route address phone language grammar
    spelling test coverage lint format review commit branch release license security audit secret scan dependency file
    folder archive backup restore stream queue worker retry batch pipeline dataset model prompt embedding vector cluster
    classify label sentiment entity keyword outline slide meeting transcript caption subtitle thumbnail palette font`,
  zh: `合约 智能合约 审计 发票 收据 表格 文档 提取 转换 翻译 摘要 校验 合并 拆分 图片 音频 视频 日历 日程 邮件 通知 搜索 索引 抓取 网页
    报告 图表 指标 日志 部署 容器 数据库 查询 缓存 令牌 钱包 支付 价格 汇率 天气 地图 路线 地址 电话 语言 语法 拼写 测试 覆盖率 格式化
    代码审查 提交 分支 发布 许可证 安全 密钥 扫描 依赖 文件 目录 归档 备份 恢复 队列 重试 批处理 流水线 数据集 模型 提示词 向量 聚类 分类`,
  ko: `계약 스마트계약 감사 영수증 세금계산서 표 문서 추출 변환 번역 요약 검증 병합 분할 이미지 음성 영상 달력 일정 메일 알림 검색 색인 수집
    보고서 차트 지표 로그 배포 컨테이너 데이터베이스 질의 캐시 토큰 지갑 결제 가격 환율 날씨 지도 경로 주소 전화 언어 문법 맞춤법 테스트
    커버리지 서식 코드리뷰 커밋 브랜치 출시 라이선스 보안 비밀키 검사 의존성 파일 폴더 압축 백업 복원 대기열 재시도 일괄처리 모델 벡터 분류`,
};
const SYLLABLES = {
  en: "ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu".split(" "),
  zh: Array.from(
    "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经",
  ),
  ko: Array.from(
    "가나다라마바사아자차카타파하고노도로모보소오조초코토포호구누두루무부수우주추쿠투푸후기니디리미비시이지치키티피히",
  ),
};
const COMMON_WORDS = 30;
const RARE_WORDS = 3_000;

/** Words by frequency, as in real text: a few that say little, then those queries ask for, then many rare ones. */
function buildVocabulary(language: keyof typeof WORDS): string[] {
  const syllables = SYLLABLES[language];
  const word = (n: number, length: number) =>
    Array.from(
      { length },
      (_, i) => syllables[Math.floor(n / syllables.length ** i) % syllables.length],
    ).join("");
  const common = Array.from({ length: COMMON_WORDS }, (_, n) => word(n * 7, 2));
  const rare = Array.from({ length: RARE_WORDS }, (_, n) => word(n * 13 + 5, language === "en" ? 4 : 2));
  return [...common, ...WORDS[language].trim().split(/\s+/), ...rare];
}

const LISTS = { en: buildVocabulary("en"), zh: buildVocabulary("zh"), ko: buildVocabulary("ko") };
const CATEGORIES = [
  "developer-tools",
  "data",
  "documents",
  "finance",
  "language",
  "media",
  "productivity",
  "security",
];
const CAPABILITIES = [
  "extraction",
  "conversion",
  "translation",
  "text_summarization",
  "data_analysis",
  "web_search",
];
const LENGTHS = { en: 28, zh: 60, ko: 40 };

export function generateSkills(count: number): BenchSkill[] {
  const random = seeded(20261121);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const word = (language: keyof typeof WORDS) =>
    LISTS[language][Math.floor(random() ** 2 * LISTS[language].length)]!;
  return Array.from({ length: count }, (_, i) => {
    const language = pick(["en", "en", "en", "zh", "ko"] as const);
    const words = Array.from({ length: LENGTHS[language] }, () => word(language));
    return {
      slug: `${word("en")}-${word("en")}-${i.toString(36)}`,
      description: language === "zh" ? words.join("").replace(/(.{12})/gu, "$1，") : words.join(" "),
      category: pick(CATEGORIES),
      tags: [word(language), word("en")],
      capabilities: [pick(CAPABILITIES)],
      publisher: `publisher-${Math.floor(random() * 500)}`,
    };
  });
}

const plain = { category: "data", tags: [], capabilities: ["extraction"], publisher: "publisher-0" };

export const PLANTED: readonly Planted[] = [
  {
    skill: {
      ...plain,
      slug: "quokka-telemetry",
      description: "Reads telemetry of quokkas and parses each packet.",
    },
    queries: ["quokka", "quokka telemetry", "quokkatelemetry", "quok", "parsing quokkas"],
  },
  {
    skill: { ...plain, slug: "gaokao-grader", description: "批改高考作文并给出评分细则。用于语文老师。" },
    queries: ["高考", "高考作文", "作文 评分"],
  },
  {
    skill: {
      ...plain,
      slug: "sooneung-helper",
      description: "수능 국어 지문을 분석하고 문항별 해설을 돌려줍니다.",
    },
    queries: ["수능", "수능을 해설", "국어 지문"],
  },
];

export const COMMON_QUERIES = [
  "invoice",
  "invoice extract",
  "convert tables to charts",
  "transl",
  "合约",
  "智能合约",
  "翻译 文档",
  "계약",
  "스마트계약",
  "영수증 추출",
];

// mulberry32: small, fast, and the same on every machine.
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
