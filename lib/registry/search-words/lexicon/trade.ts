/**
 * What things are called in the trade: English, Chinese, Korean, several words for one thing apart by blanks. A
 * search in Chinese or Korean finds skills of the other languages by it (`translateRun`); words of daily life and
 * of brands are left to the texts themselves. Of two things with one name the line that stands first counts, so
 * each word stands once.
 */
export const LEXICON = `
accessibility wcag | 无障碍 | 접근성
account | 账户 账号 | 계정
address | 地址 | 주소
agent | 智能体 代理 | 에이전트
alert notification | 通知 提醒 警报 | 알림 경고
amount | 金额 | 금액
analyze analysis analyzer analytics | 分析 | 분석
api | 接口 | 인터페이스
archive zip | 压缩包 归档 压缩 | 압축
astrology; fortune; horoscope | 占星; 算命 占卜 八字 四柱; 运势 | 점성술; 사주; 운세
audio | 音频 | 오디오 음성파일
audit | 审计 审核 | 감사 심사
authentication auth login oauth | 登录 认证 登陆 鉴权 | 로그인 인증
average mean; median; statistics | 平均 平均值 均值; 中位数; 标准差 | 평균 평균값; 중앙값; 표준편차
backup | 备份 | 백업
balance | 余额 | 잔액
bank; iban; bank_account | 银行; ; 银行账户 银行账号 | 은행; ; 계좌 계좌번호 은행계좌
barcode | 条形码 条码 | 바코드
blockchain | 区块链 | 블록체인
bmi obesity | 体质指数 肥胖 | 비만 체질량지수
book | 图书 书籍 | 도서
browser | 浏览器 | 브라우저
budget | 预算 | 예산
bug | 缺陷 | 버그
build | 构建 | 빌드
business company | 企业 公司 营业执照 | 기업 회사 사업자 사업자번호
cache caching | 缓存 | 캐시
calculate calculator calculation | 计算 计算器 | 계산 계산기
calendar lunar | 日历 历法 农历 阴历 | 달력 캘린더 역법 음력
capital uppercase | 大写 | 대문자
changelog | 变更日志 更新日志 变更记录 发布说明 | 변경로그 변경이력 변경사항 변경내역 릴리스노트 릴리즈노트 체인지로그
chart plot graph | 图表 | 차트 그래프
chat conversation | 聊天 对话 | 채팅 대화
check validate verify validation lint review | 检查 校验 验证 核对 | 검사 검증 확인
checksum hash digest | 哈希 摘要值 校验和 | 해시 체크섬
chinese | 中文 汉语 | 중국어
clause | 条款 | 조항 약관
clean cleanup | 清理 清洗 | 정리 정제
code | 代码 程序 | 코드
color colour palette | 颜色 色彩 配色 | 색상 색 컬러
column field | 列 字段 | 열 칼럼 컬럼 필드
command cli | 命令 命令行 | 명령 명령어
comment | 注释 评论 | 주석 댓글
compare diff comparison | 比较 对比 差异 比对 对照 | 비교 차이 대조
compliance | 合规 | 컴플라이언스 준법
config configuration settings | 配置 设置 | 설정 구성 환경설정 설정파일
contract agreement | 合同 协议 | 계약 계약서 협약
contrast | 对比度 | 대비 명암비
convert conversion converter | 转换 换算 互转 | 변환 환산 바꾸기
copy copywriting | 文案 | 문구 카피
count | 计数 统计数 | 세기 개수 갯수
country | 国家 | 국가 나라
create; generate generator generation | 创建 制作; 生成 | 만들기 작성; 생성
cron schedule | 定时任务 定时 计划任务 | 크론 크론탭 예약작업 반복작업
currency; exchange | 货币; 汇率 外汇 | 통화; 환율
customer | 客户 | 고객
data | 数据 资料 | 데이터 자료
database sql | 数据库 | 데이터베이스 디비
date | 日期 | 날짜 일자
deadline due | 截止日期 期限 | 마감 마감일 기한
debug | 调试 排查 排错 | 디버그 디버깅
decode decoder | 解码 | 디코딩 디코드
dependency package npm | 依赖 软件包 | 의존성 패키지
deploy deployment release | 部署 | 배포
design | 设计 | 디자인 설계
developer development | 开发 开发者 程序员 | 개발 개발자
dictionary | 词典 字典 | 사전
docker dockerfile container | 容器 镜像 | 도커 컨테이너 도커파일
document | 文档 文件资料 说明文档 | 문서
domain | 域名 | 도메인
download | 下载 | 다운로드 내려받기
duplicate deduplication | 重复 去重 | 중복 중복제거
email mail | 邮件 电子邮件 邮箱 | 이메일 메일
encode encoder | 编码 | 인코딩
encrypt encryption | 加密 | 암호화
energy calorie metabolism | 能量 热量 代谢 卡路里 | 에너지 열량 칼로리 대사
english | 英语 英文 | 영어 영문
environment env | 环境变量 环境 | 환경변수 환경
error failure exception | 错误 报错 故障 异常 | 오류 에러 장애 예외
estimate | 估算 估计 | 추정 견적
example | 示例 例子 | 예시 예제
expense | 费用 报销 | 경비 비용
explain explainer | 解释 说明 讲解 解读 | 설명 해설 해석
export | 导出 | 내보내기
expression regex | 表达式 | 표현식
extract extractor extraction | 提取 抽取 | 추출 뽑기
file | 文件 | 파일
filter | 过滤 筛选 | 필터
finance financial accounting bookkeeping | 财务 金融 会计 记账 | 금융 재무 회계 장부
font | 字体 | 글꼴 폰트
form | 表单 | 양식 서식
format formatter formatting | 格式 格式化 美化 | 형식 포맷 포매팅
game | 游戏 | 게임
geocode geocoding | 地理编码 | 지오코딩
git commit | 提交记录 提交 提交信息 | 커밋 커밋메시지
grammar proofread proofreading | 语法 校对 润色 纠错 | 문법 교정 첨삭 퇴고 다듬기
hangul korean | 韩文 韩语 | 한글 한국어
header | 标头 响应头 请求头 | 헤더 응답헤더 요청헤더
health diet | 健康 减肥 | 건강 다이어트
holiday | 节假日 假期 | 공휴일 휴일
identity id | 身份证 身份 身份证号 | 신분증 신원 주민번호 주민등록번호
image; picture; photo | 图片 图像; 图画; 照片 | 이미지; 그림; 사진
import | 导入 | 가져오기
index | 索引 | 색인
inspect check review | 检视 | 점검
insurance | 保险 | 보험
interest loan mortgage repayment amortization | 贷款 利息 利率 按揭 房贷 还款 偿还 | 대출 이자 금리 이율 상환 할부 모기지 주택담보대출
inventory stock | 库存 | 재고
invoice bill | 发票 账单 | 송장 인보이스 세금계산서 청구서
issue ticket | 工单 问题单 | 이슈 티켓
japanese | 日语 日文 | 일본어
job; resume cv | 求职 工作; 简历 | 구직 일자리; 이력서
key secret credential | 密钥 凭据 凭证 | 키 자격증명
keyword | 关键词 | 키워드
language | 语言 | 언어
law legal lawyer | 法律 法务 律师 | 법률 법무 변호사
layout typesetting | 排版 | 레이아웃 조판
length; meter; inch | 长度; 米 公里 厘米; 英寸 | 길이; 미터; 인치
license | 许可证 | 라이선스
link url | 链接 网址 | 링크
lint linter | 代码规范 静态检查 静态分析 | 린트 린터 정적분석
list | 列表 清单 | 목록 리스트
location; map | 位置; 地图 | 위치; 지도
log | 日志 | 로그
markdown | 标记文本 | 마크다운
market | 市场 | 시장 마켓
match matching fuzzy | 匹配 模糊匹配 | 매칭 일치
math | 数学 | 수학
meeting | 会议 | 회의 미팅
memory | 记忆 内存 | 메모리 기억
merge | 合并 | 병합
message | 消息 信息 | 메시지
metric | 指标 | 지표
minutes | 会议纪要 纪要 会议记录 | 회의록
missing gap empty | 缺失 空值 缺失值 | 결측 결측치 빈값
money | 金钱 资金 | 돈 자금
monitor monitoring | 监控 | 모니터링
music | 音乐 | 음악
name | 名称 姓名 名字 | 이름 성명
network | 网络 | 네트워크
news | 新闻 | 뉴스
note notes | 笔记 | 노트 메모
number | 数字 号码 编号 | 숫자 번호
ocr recognition | 识别 文字识别 | 인식 문자인식
office business | 办公 | 업무 사무
offline | 离线 | 오프라인
operation ops | 运维 | 운영
order | 订单 | 주문
outline toc contents | 大纲 目录 | 목차 개요 차례
parse parser | 解析 | 파싱 구문분석
password secret credential | 密码 口令 | 비밀번호 암호 패스워드
patch | 补丁 | 패치
payment pay | 支付 付款 收款 转账 | 결제 지불 송금 이체
pdf | 电子文档 | 피디에프
percentage percent | 百分比 | 백분율 퍼센트
performance slow | 性能 | 성능
permission authorization oauth | 权限 授权 | 권한 인가
phone | 电话 手机号 | 전화 전화번호
pinyin | 拼音 | 병음
plan planner | 计划 规划 | 계획
presentation slide | 演示文稿 幻灯片 | 발표 슬라이드
price pricing | 价格 定价 | 가격
prompt | 提示词 | 프롬프트
publish release | 发布 发版 | 발행 출시 릴리스 릴리즈
pull pr | 合并请求 拉取请求 | 풀리퀘스트
punctuation | 标点 | 문장부호 구두점
quality | 质量 品质 | 품질
query sql | 查询 查询语句 | 조회 쿼리
range | 范围 区间 | 범위 구간
rank ranking | 排名 排行 | 순위 랭킹
readme documentation | 使用说明 自述文件 | 설명서
receipt | 收据 小票 | 영수증
recipe | 食谱 菜谱 | 레시피 요리법
refactor | 重构 | 리팩터링 리팩토링
regex regexp | 正则 正则表达式 | 정규식 정규표현식
reminder | 提醒事项 待办提醒 | 리마인더
rename | 重命名 | 이름변경
report | 报告 报表 | 보고서 리포트
repository git github | 仓库 代码仓库 | 저장소 깃 깃허브
request | 请求 | 요청 리퀘스트
research | 研究 调研 | 연구 조사
review | 审查 评审 审阅 | 리뷰 검토
roman numeral | 罗马数字 | 로마숫자
romanization romanize | 罗马字 | 로마자
salary payroll | 工资 薪资 | 급여 연봉
sales | 销售 | 판매 영업
schedule | 日程 排程 调度 | 일정 스케줄 스케줄러
schema | 模式定义 | 스키마
score rating | 评分 打分 | 평점 점수
scrape crawler crawl | 爬虫 抓取 | 크롤링 스크래핑
screenshot | 截图 | 스크린샷
script | 脚本 | 스크립트
search | 搜索 检索 查找 | 검색 찾기
secret credential password | 机密 秘密 敏感信息 | 비밀 시크릿 기밀 민감정보
security | 安全 | 보안
sentence paragraph | 句子 段落 句段 | 문장 문단
sentiment | 情感 情绪 | 감정 감성
server | 服务器 | 서버
shipping delivery | 物流 快递 | 배송 택배
signature sign | 签名 | 서명
similar similarity | 相似 相似度 | 유사 유사도 비슷한
sort | 排序 | 정렬
speech voice | 语音 | 음성
spelling spell | 拼写 | 맞춤법 철자
split | 拆分 分割 | 분할 나누기
spreadsheet excel csv | 电子表格 | 스프레드시트 엑셀
statistics statistic | 统计 | 통계
text; string; character letter | 文本 文字; 字符串; 字符 | 텍스트 글; 문자열; 글자 문자
subtitle | 字幕 | 자막
sum total | 求和 总和 合计 | 합계 총합
summarize summary summarise | 摘要 总结 概括 | 요약
supplier vendor | 供应商 | 거래처 공급업체
table | 表格 表 | 표 테이블
task todo action | 任务 待办 待办事项 行动项 | 할일 작업 과제 액션아이템
tax; vat | 税 税务 税费; 增值税 | 세금 세무; 부가세
temperature; celsius; fahrenheit | 温度; 摄氏; 华氏 | 온도; 섭씨; 화씨
template | 模板 | 템플릿 서식틀
test testing | 测试 | 테스트 시험
time clock | 时间 | 시간
timezone | 时区 | 시간대 타임존
title heading | 标题 | 제목
token jwt | 令牌 | 토큰
tool | 工具 | 도구 툴
transaction | 交易 | 거래 트랜잭션
transcribe transcript transcription | 转录 转写 | 전사 받아쓰기
translate translation translator | 翻译 | 번역
travel trip | 旅行 旅游 | 여행
type | 类型 | 유형 타입
typo spelling | 错别字 错字 | 오타 오탈자
unit | 单位 | 단위
update | 更新 | 업데이트 갱신
upload | 上传 | 업로드
user | 用户 | 사용자
variable env | 变量 | 변수
version semver | 版本 版本号 | 버전
video | 视频 | 동영상 비디오 영상
volume capacity | 体积 容量 | 부피 용량
vulnerability security | 漏洞 安全漏洞 | 취약점 보안취약점
wallet | 钱包 | 지갑
weather | 天气 | 날씨
web website | 网站 网页 | 웹 웹사이트 홈페이지 웹페이지
weight; mass; kilogram | 体重 重量; 质量; 公斤 千克 | 무게 체중; 질량; 킬로그램
word | 单词 字数 | 단어 글자수
workflow automation automate | 工作流 自动化 | 워크플로 자동화
wrap | 换行 | 줄바꿈
write writing | 写作 撰写 | 글쓰기
`;
