/**
 * Words of general speech that questions about tools are asked in, in the form of `LEXICON`: what people do and own,
 * and what goes wrong. Chinese is left out where the dictionary says the same. Compiled by hand by the makers of this
 * market.
 */
export const GENERAL_LEXICON = `
safe secure security | 安全 | 안전 안전하게 보안
store storage vault keep | 保管 存放 | 보관 보관함 금고
accessibility a11y blind disability screen_reader | 盲人 残障 视障 | 시각장애 장애인 화면낭독기
attention concentrate concentration focus distraction distracted | 专注 注意力 分心 | 집중력 주의력 산만 몰입
bed bedtime sleep night insomnia | 睡觉 睡眠 失眠 睡 | 잠들기 취침 불면증 잠자기 밤
evening night routine | 晚上 夜晚 | 저녁 밤
morning routine wake | 早上 早晨 | 아침 기상
weekend holiday vacation | 周末 假期 度假 | 주말 휴가 방학
today daily day | 每日 | 하루 일일 날마다
week weekly | 每周 周 | 주간 매주
month monthly | 月度 | 월간 매달
year yearly annual | 年度 | 연간 매년
garbage trash junk spam | 垃圾 垃圾箱 垃圾邮件 | 쓰레기 스팸 스팸메일 휴지통
inbox mailbox email | 收件箱 邮箱 | 받은편지함 메일함 우편함
desk; lamp light; bulb | 书桌; 台灯 灯; 灯泡 | 책상; 램프 스탠드; 전구
switch plug socket | 插座 开关 | 콘센트 스위치 플러그
thermostat heating temperature | 恒温器 暖气 | 난방 보일러 온도조절기
air_conditioner cooling ac | 空调 | 에어컨 냉방
vacuum cleaner robot | 扫地机 吸尘器 | 청소기 로봇청소기
washing laundry | 洗衣 洗衣机 | 빨래 세탁 세탁기
door lock key | 门锁 | 도어락 자물쇠 현관문
tv television; media | 电视; 媒体 | 텔레비전 티비; 미디어
speaker sound audio | 音箱 音响 | 스피커 소리 음향
headphone earphone | 耳机 | 이어폰 헤드폰
xiaomi mijia | 小米 米家 | 샤오미
garden plant gardening | 花园 植物 种植 | 정원 식물 화분 텃밭
farm agriculture crop | 农业 农场 | 농업 농사 농장
hike hiking trail; camping; campsite campground | 徒步; 露营; 营地 露营地 | 등산; 캠핑 야영; 캠핑장
park; national_park; nature | 公园; 国家公园; 自然 | 공원; 국립공원; 자연
beach; sea ocean; surf; wave | 海滩; 海; 冲浪; 海浪 | 해변; 바다; 서핑; 파도
snow; ski; mountain | 雪; 滑雪; 山 | 눈; 스키; 산
fishing fish | 钓鱼 | 낚시
rain umbrella weather | 下雨 雨伞 | 비 우산 비오는
wind; storm; typhoon | 风; 风暴; 台风 | 바람; 폭풍; 태풍
earthquake; disaster; emergency | 地震; 灾害; 紧急 | 지진; 재난; 긴급
air_quality pollution | 空气质量 污染 | 미세먼지 대기질 공기
sunrise; sunset; moon; sun | 日出; 日落; 月亮; 太阳 | 일출; 일몰; 달; 해
star space astronomy nasa | 星空 天文 太空 | 별 우주 천문
taxi ride uber lyft | 打车 出租车 | 택시 호출
bicycle bike cycling | 自行车 骑行 | 자전거 사이클
charge charging ev electric | 充电 电动车 | 충전 전기차
fuel gas gasoline petrol | 加油 油价 | 주유 기름 휘발유
repair maintenance mechanic service | 维修 保养 修理 | 정비 수리 유지보수
ship boat marine vessel | 船 船舶 | 배 선박
luggage packing suitcase | 行李 | 짐 가방 수하물
passport; immigration; visa | 护照; 移民; 签证 | 여권; 이민 출입국; 비자
tour sightseeing attraction itinerary | 旅游 景点 行程 | 관광 여행지 일정표 명소
museum; exhibition; art | 博物馆; 展览; 艺术 | 박물관; 전시; 미술관
wedding marriage | 婚礼 结婚 | 결혼 결혼식
party event celebration | 聚会 派对 | 파티 모임 행사
birthday | 生日 | 생일
grandparent elderly senior | 老人 长辈 | 노인 어르신
husband wife couple | 夫妻 | 부부 남편 아내
name naming | 起名 取名 | 작명 이름짓기
horoscope zodiac; tarot; fortune divination destiny | 星座 运势; 塔罗; 算命 占卜 | 별자리; 타로; 점 점괘
dream | 梦 解梦 | 꿈 해몽
religion bible prayer | 圣经 祈祷 宗教 | 성경 기도 종교
philosophy wisdom | 哲学 智慧 | 철학 지혜
psychology psychologist | 心理学 | 심리학
emotion mood feeling | 情绪 心情 | 기분 마음 감정
lonely companion | 陪伴 孤独 | 외로움 동반자 말동무
love romance | 爱情 恋爱 | 사랑
stress anxiety burnout | 压力 焦虑 | 스트레스 불안 번아웃
pain injury physiotherapy | 疼痛 受伤 | 통증 부상 아파
vitamin supplement | 维生素 补剂 | 비타민 영양제
blood glucose diabetes | 血糖 糖尿病 | 혈당 당뇨
blood_pressure heart | 血压 心脏 | 혈압 심장
steps walk walking | 步数 走路 | 걸음 걸음수 걷기 산책
alcohol; wine; beer | 酒; 红酒; 啤酒 | 술; 와인; 맥주
fasting intermittent | 断食 | 단식 간헐적단식
vegetarian vegan | 素食 | 채식
skin beauty makeup cosmetic | 护肤 化妆 美容 | 피부 화장 미용 화장품
hair | 头发 | 머리카락 머리
tooth dental dentist | 牙 牙医 | 치아 치과
eye vision | 眼睛 视力 | 눈 시력
sick illness disease | 生病 疾病 | 병 질병 아픈
loan debt | 贷款 债务 | 빚 부채 대출금
saving savings save_money | 省钱 储蓄 | 절약 저축 아끼기
subscription recurring | 订阅 | 구독 정기결제
price_comparison compare prices | 比价 | 가격비교 최저가
auction bid bidding | 拍卖 竞价 | 경매 입찰
used second_hand resale | 二手 | 중고
stock_market market index equity | 股市 大盘 行情 | 증시 주식시장 시세
dividend yield | 股息 分红 | 배당 배당금
gold; silver; metal | 黄金; 白银; 贵金属 | 금값 금시세; 은값; 귀금속
option derivative futures | 期权 期货 | 옵션 선물거래 파생
pension retirement | 养老金 退休 | 연금 은퇴 노후
donation charity | 捐款 慈善 | 기부 후원
betting odds gambling | 博彩 赔率 | 배팅 내기 도박 배당률
nft mint collectible | 数字藏品 | 엔에프티 수집
defi yield staking liquidity | 质押 流动性 | 디파이 스테이킹 예치
swap dex exchange | 兑换 | 스왑 교환
mine mining miner | 挖矿 | 채굴
whale address onchain | 链上 | 온체인
quote estimate proposal | 报价 报价单 | 견적서 견적
procurement purchase order supplier | 采购 | 조달 발주
warehouse stock inventory | 仓库 | 창고 재고관리
logistics freight | 物流 货运 | 물류 화물
manufacturing factory | 工厂 制造 | 공장 제조
meeting agenda notes minutes | 会议 议程 会议记录 会议纪要 | 회의록 안건 회의노트
attendance checkin | 考勤 打卡 | 출퇴근 출석 근태
timesheet time_tracking hours | 工时 计时 | 근무시간 시간기록
daily_report weekly_report standup report | 日报 周报 工作报告 | 업무보고 주간보고 일일보고
job_posting job_description recruit | 招聘 职位描述 | 채용공고 구인 모집
cover_letter application apply | 求职信 申请 | 자기소개서 지원서 지원
performance_review appraisal | 绩效 考核 | 인사평가 성과
onboarding welcome | 入职 | 입사 신입
resignation quit leave | 离职 辞职 | 퇴사 사직 이직
nda confidentiality agreement | 保密协议 | 비밀유지 기밀유지
trademark; patent; copyright | 商标; 专利; 版权 | 상표; 특허; 저작권
lawsuit court case | 诉讼 法院 | 소송 법원 판례
negotiate negotiation | 谈判 | 협상 흥정
complaint complain customer_service | 投诉 客服 | 불만 민원 고객센터
apology sorry | 道歉 | 사과문 사과
thank thanks gratitude | 感谢 | 감사인사 고마움
invite invitation | 邀请 | 초대 초대장
speech presentation talk | 演讲 | 연설 강연
essay composition writing | 作文 论文写作 | 작문 에세이 논술
literature review citation paper | 文献 综述 文献综述 | 문헌 선행연구 참고문헌
thesis dissertation paper | 毕业论文 | 학위논문 졸업논문
plagiarism originality detector | 查重 抄袭 | 표절
vocabulary word flashcard | 单词 词汇 背单词 | 어휘 단어장 단어외우기
pronunciation speaking | 发音 口语 | 발음 회화
physics; chemistry; biology | 物理; 化学; 生物 | 물리; 화학; 생물
history; geography | 历史; 地理 | 역사; 지리
formula equation latex | 公式 方程 | 공식 방정식 수식
matrix; algebra; calculus | 矩阵; 代数; 微积分 | 행렬; 대수; 미적분
tutor teach teaching coach | 辅导 家教 教 | 과외 가르치기 튜터 코치
child_learning kindergarten | 幼儿 启蒙 | 유아 유치원
quiz trivia puzzle riddle | 猜谜 谜题 智力题 | 퀴즈 수수께끼 퍼즐
chess; go; board_game | 象棋 国际象棋; 围棋; 桌游 | 체스; 바둑; 보드게임
role_play character story rpg | 角色扮演 | 역할극 롤플레잉
adventure game text_adventure | 冒险 文字游戏 | 모험 어드벤처
horror; mystery; detective | 恐怖; 悬疑; 侦探 | 공포; 미스터리; 추리
science_fiction sci_fi | 科幻 | 공상과학
anime | 动漫 动画片 | 애니 애니메이션
meme sticker emoji | 表情包 表情 贴纸 | 밈 짤 이모티콘 스티커
logo brand branding | 品牌 商标设计 | 브랜드 로고
hand_drawn sketch whiteboard | 手绘 草图 白板 | 손그림 스케치 화이트보드
architecture diagram | 架构图 架构 | 아키텍처 구조도
mindmap mind_map | 思维导图 脑图 | 마인드맵
infographic | 信息图 | 인포그래픽
mockup prototype wireframe | 原型 线框图 | 프로토타입 와이어프레임 시안
ui ux interface | 界面 用户体验 | 화면설계 사용자경험 사용성
theme style css | 主题 样式 | 테마 스타일
animation motion | 动画 动效 | 애니메이션 모션
camera photo shoot photography | 摄影 拍照 | 사진찍기 촬영
photo_edit retouch enhance | 修图 美颜 | 보정 사진편집
old_photo restore upscale | 修复 放大 高清 | 복원 화질 고화질
sound effect noise | 音效 降噪 噪音 | 효과음 잡음 소음
vocal singing karaoke | 人声 唱歌 | 보컬 노래방
compose composer melody | 作曲 编曲 | 작곡 멜로디
play playback player | 播放 播放器 | 재생 플레이어 틀기
volume mute | 音量 静音 | 음량 볼륨
cut trim splice | 剪辑 剪切 裁剪 | 자르기 편집 컷
merge join combine concatenate | 合并 拼接 | 합치기 결합 이어붙이기
rotate; flip | 旋转; 翻转 | 회전; 뒤집기
blur hide mask redact | 模糊 打码 脱敏 | 모자이크 가리기 마스킹
handwriting ocr | 手写 | 손글씨 필기
fill form | 填表 填写 | 채우기 기입
stamp seal signature | 盖章 印章 | 도장 직인
ebook epub kindle | 电子书 | 전자책 이북 킨들
highlight notes annotation | 划线 批注 | 하이라이트 밑줄
newspaper; magazine; newsletter | 报纸; 杂志; 通讯 | 신문; 잡지; 뉴스레터 소식지
column editorial article | 专栏 文章 | 칼럼 사설
press_release announcement | 新闻稿 公告 | 보도자료 공지
slogan headline title | 标题 口号 | 제목 표어 슬로건
script screenplay | 剧本 脚本 | 대본 각본 시나리오
comment reply | 评论 回复 | 댓글 답글
follower audience growth | 粉丝 涨粉 | 팔로워 구독자
hashtag caption | 话题标签 | 해시태그
live_broadcast stream | 直播 | 생방송 라이브
landing_page website homepage | 落地页 首页 官网 | 랜딩페이지 홈페이지 첫페이지
available free vacant | 空闲 可用 | 비어 사용가능 빈
subdomain dns nameserver | 域名解析 | 네임서버 도메인연결
hosting host deploy | 托管 主机 | 호스팅
blank slow lag | 卡顿 慢 | 느림 버벅
crash freeze stuck hang | 崩溃 死机 卡住 | 먹통 멈춤 튕김 죽음
cause root_cause reason diagnose | 原因 根因 诊断 | 원인 진단 이유
health_check uptime heartbeat | 存活 心跳检测 | 생존확인 헬스체크 가동
load traffic stress_test | 压测 负载 | 부하 부하테스트
scale scaling autoscale | 扩容 伸缩 | 확장 스케일링
rollback revert undo | 回滚 撤销 | 되돌리기 롤백
retry queue job | 重试 队列 | 재시도 대기열 큐
webhook callback | 回调 | 웹훅 콜백
endpoint rest api | 接口 | 엔드포인트 인터페이스
mock stub fixture | 模拟数据 | 모의 목 가짜데이터
unit_test test testing | 单元测试 | 단위테스트 유닛테스트
integration e2e end_to_end | 集成测试 端到端 | 통합테스트 종단간
coverage | 覆盖率 | 커버리지
branch merge rebase | 分支 | 브랜치
conflict | 冲突 | 충돌
commit commits history | 提交 提交记录 | 커밋 이력
review reviewer feedback | 评审 审阅 | 검수 리뷰
lint style format | 代码规范 | 코드스타일 규칙
comment docs docstring | 注释 | 주석 문서화
legacy refactor cleanup | 重构 | 리팩터링 개선
unused dead remove | 无用 没用 | 안쓰는 불필요
compile compiler | 编译 | 컴파일
container image docker | 容器 镜像 | 컨테이너 이미지
cluster node pod kubernetes | 集群 | 클러스터 파드
cost billing optimize | 费用 成本 | 요금 비용절감
secret token key | 密钥 令牌 | 비밀키 토큰
hack hacker attack exploit | 黑客 攻击 | 해킹 해커 공격
virus malware antivirus | 病毒 恶意软件 | 바이러스 악성코드
phishing scam fraud | 钓鱼网站 诈骗 骗局 | 피싱 사기 스미싱
firewall ban block | 防火墙 封禁 屏蔽 | 방화벽 차단
penetration pentest | 渗透测试 | 모의해킹 침투
audit log trail | 审计日志 | 감사로그
gdpr privacy compliance | 隐私 合规 | 개인정보보호 규정
anonymous | 匿名 | 익명
human approval confirm | 审批 批准 | 승인 결재
reminder alert notify | 提醒 通知 | 알림 리마인드 알려
repeat recurring routine | 重复 定期 | 반복 정기
count counter | 计数 | 세기 횟수
random; dice; pick | 随机; 骰子; 抽奖 | 무작위 랜덤; 주사위; 추첨 뽑기
convert unit | 换算 | 단위변환
round roman_numeral | 罗马数字 | 로마숫자
percent ratio rate | 比例 比率 | 비율 백분율
average sum total | 平均 合计 | 평균 합계
growth increase decrease | 增长 下降 | 증가 감소 성장
correlation regression forecast | 回归 预测 | 회귀 예측 상관
clean missing duplicate | 清洗 去重 | 정제 중복제거
crawl spider scrape | 爬虫 爬取 抓取 | 크롤러 수집 긁어오기
proxy captcha bot | 验证码 代理 | 캡차 프록시
browser tab bookmark | 浏览器标签 | 탭 브라우저탭
clipboard copy | 复制 | 복사
screen capture screenshot | 截屏 截图 | 화면캡처 캡처
desktop window application app | 桌面 窗口 应用 | 바탕화면 창 앱
mobile phone smartphone | 手机 移动端 | 휴대폰 핸드폰 스마트폰 모바일
watch wearable | 手表 穿戴 | 손목시계 워치 시계
printer scan | 打印机 | 프린터
map place nearby location | 附近 地点 周边 | 근처 주변 장소
review rating reputation | 口碑 评价 | 후기 평판 평가
lost find_my locate | 找回 丢失 查找 | 분실 잃어버린 찾기
call phone dial | 打电话 通话 | 통화 전화걸기
voice_message voice; note | 语音消息 语音; 笔记 | 음성메시지 보이스; 메모
chatbot bot assistant | 聊天机器人 机器人 | 챗봇 봇 로봇
memory remember recall | 记忆 记住 | 기억 기억하기 외우기
persona personality identity | 人设 性格 | 성격 인격 페르소나
agent subagent swarm orchestration | 智能体 多智能体 | 에이전트 다중에이전트
prompt optimize improve | 提示词 优化提示 | 프롬프트 개선
cheap low_cost save token | 便宜 节省 | 저렴 절감
second_opinion opinion | 意见 第二意见 | 의견
debate council discuss | 讨论 辩论 | 토론 논쟁 의논
decision decide choose | 决定 选择 决策 | 결정 선택 의사결정
strategy strategic plan | 战略 策略 | 전략
risk | 风险 | 위험 리스크
principle fundamental | 原理 第一性原理 | 원리 원칙
creative creativity | 创意 创造力 | 창의 창의력
okr kpi objective | 目标管理 | 목표관리 성과지표
progress milestone roadmap | 进度 路线图 里程碑 | 진행 로드맵 진척
procrastination delay | 拖延 | 미루기 지연
background colour contrast | 背景色 对比度 | 배경색 배경 대비
letter alphabet | 字母 | 알파벳 글씨
consonant; vowel; jamo | 声母; 韵母; 字母 | 초성 종성; 중성; 자모
registration number | 注册号 | 등록번호
address postal zip_code | 邮编 地址 | 우편번호 주소
amount words capital | 大写金额 大写 | 금액 한글금액
`;
