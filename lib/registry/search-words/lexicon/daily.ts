/**
 * Things of daily life, and words that stand beside those of the trade, in the form of `LEXICON`. Words joined by "_"
 * are one saying of several words ("text_to_speech"). Semicolons part things that only belong together: what stands at
 * the same place in each language is one thing. Compiled by hand by the makers of this market.
 */
export const DAILY_LEXICON = `
airport; airline; flight; plane aircraft aviation | 机场; 航空 航空公司; 航班 机票; 飞机 | 공항; 항공 항공사; 항공편 항공권; 비행기
alarm; timer; reminder | 闹钟; 计时器 定时器; 提醒 | 알람; 타이머; 리마인더
album; photo picture | 相册; 照片 | 앨범 사진첩; 사진
allergy symptom | 过敏 症状 | 알레르기 증상
answer; question | 回答; 问题 | 답변; 질문
appointment booking reservation book | 预约 预订 预定 | 예약 약속
apartment house rent property real_estate | 房子 租房 房产 房屋 | 집 부동산 임대 아파트 월세
article blog post | 文章 博客 帖子 | 글쓰기 기사 블로그 게시글 게시물
assistant helper | 助手 助理 | 도우미 비서
attachment | 附件 | 첨부 첨부파일
author novel story fiction | 小说 故事 | 소설 이야기
avatar profile | 头像 | 아바타 프로필
baby; child kid children; parent parenting | 宝宝 婴儿; 孩子 儿童; 育儿 | 아기; 아이 어린이; 육아
background_removal remove_background | 抠图 去背景 | 배경제거 누끼
battery power energy | 电池 电量 | 배터리 전력
bluetooth | 蓝牙 | 블루투스
boss manager; polite formal | 上司 老板 领导; 礼貌 | 상사; 공손 정중 존댓말
bookmark read_later | 书签 收藏 | 북마크 즐겨찾기
bookkeeping ledger expense budget | 记账 账本 | 가계부 장부
brainstorm idea ideas | 头脑风暴 点子 创意 想法 | 아이디어 브레인스토밍 발상
browse surf | 浏览 | 둘러보기
bus; subway metro; train; transit transport | 公交 巴士; 地铁; 火车 列车; 公共交通 | 버스; 지하철 전철; 기차 열차; 대중교통
buy purchase shop shopping | 购买 购物 买 | 구매 쇼핑 구입 사기
camera surveillance | 摄像头 相机 监控摄像 | 카메라 감시카메라
car vehicle driving tesla | 汽车 车辆 开车 | 자동차 차량 운전
certificate ssl tls | 证书 | 인증서
chinese_medicine | 中医 | 한의학
cigarette smoking quit | 戒烟 吸烟 | 금연 담배
class course lesson lecture | 课程 上课 讲座 | 수업 강의 강좌
classify classification category categorize | 分类 | 분류
clipboard paste | 剪贴板 粘贴 | 클립보드 붙여넣기
cloud aws azure gcp | 云 云端 云服务 | 클라우드
coffee | 咖啡 | 커피
comic manga cartoon | 漫画 | 만화 웹툰
community forum social | 社区 论坛 社交 | 커뮤니티 포럼
competitor competition competitive | 竞品 竞争对手 | 경쟁사 경쟁
compress compression optimize shrink | 压缩图片 压缩 | 압축
computer desktop mac | 电脑 桌面 计算机 | 컴퓨터 데스크톱
concert; ticket; event | 演唱会; 门票; 活动 | 공연; 티켓; 행사
contact contacts address_book | 联系人 通讯录 | 연락처 주소록
cook cooking; recipe; food; meal | 做饭 烹饪 吃; 食谱; 食物 饮食; 餐 | 요리; 레시피; 음식; 식사 식단
copy_style copywriting | 文风 | 문체
country travel visa | 签证 出国 | 비자 해외
credit_card card | 信用卡 银行卡 | 신용카드 카드
crypto cryptocurrency; bitcoin; ethereum; token | 加密货币 虚拟货币; 比特币; 以太坊; 代币 | 암호화폐 가상화폐 코인; 비트코인; 이더리움; 토큰
dark_web breach leak leaked | 泄露 泄漏 | 유출
dashboard | 仪表盘 仪表板 看板 | 대시보드
data_analysis analyze analytics | 数据分析 | 데이터분석
dating; partner relationship | 约会 相亲; 恋爱 | 데이트 소개팅; 연애
delete remove | 删除 移除 清除 | 삭제 제거 지우기
device devices | 设备 装置 | 기기 장치
diary journal journaling | 日记 | 일기 저널
diagram flowchart mermaid | 流程图 示意图 | 다이어그램 순서도 도표
disk storage space | 磁盘 硬盘 空间 存储 | 디스크 저장공간 용량 하드
doctor; medical clinical; hospital | 医生 看病; 医疗; 医院 | 의사 진료; 의료; 병원
draw drawing paint illustration art | 画画 绘画 插画 绘图 | 그림그리기 그리기 일러스트
drink water hydration | 喝水 | 물마시기 수분
edit editor editing | 编辑 修改 剪辑 | 편집 수정 편집기
education; learn learning study; student | 教育 教学; 学习; 学生 | 교육; 학습 공부; 학생
election politics | 选举 政治 | 선거 정치
employee; hiring recruit recruitment hr; candidate; interview | 员工; 招聘 人事; 求职者; 面试 | 직원; 채용 인사; 지원자; 면접
exam test; quiz; flashcard | 考试 试题; 测验; 记忆卡 | 시험 문제; 퀴즈; 암기카드
exercise workout fitness training gym | 运动 健身 锻炼 训练 | 운동 헬스 피트니스 훈련
face | 人脸 | 얼굴
family | 家人 家庭 | 가족
fake mock dummy | 假数据 模拟 虚假 | 가짜 목업 더미
fact_check verify | 事实核查 | 팩트체크
fashion clothes outfit style | 服装 穿搭 衣服 | 패션 옷 코디
fast speed performance; slow | 速度 快 加载; 慢 太慢 | 속도 빠른; 느린 느려
feed rss | 订阅源 | 피드 구독
feedback survey | 反馈 问卷 调查 | 피드백 설문
find locate search lost | 寻找 找 查找 丢失 定位 | 찾는 분실 위치찾기
focus; pomodoro; productivity | 专注; 番茄钟; 效率 | 집중; 뽀모도로; 생산성
folder directory | 文件夹 目录夹 | 폴더 디렉터리
forecast weather | 预报 天气预报 | 예보 일기예보
friend | 朋友 | 친구
fund; investment invest; portfolio | 基金; 投资 理财; 投资组合 | 펀드; 투자 재테크; 포트폴리오
gif animation | 动图 动画 | 움짤 애니메이션
gift | 礼物 | 선물
goal; habit; streak | 目标; 习惯; 打卡 | 목표; 습관; 연속기록
government form public | 政府 | 정부 관공서
grade; homework assignment | 成绩; 作业 | 성적; 숙제 과제
grocery supermarket | 超市 杂货 | 장보기 마트 식료품
guide tutorial howto | 教程 指南 | 안내 가이드 튜토리얼
heart_rate; sleep; recovery | 心率; 睡眠; 恢复 | 심박수; 수면 잠; 회복
home smart_home; light lights lamp | 智能家居 家居; 灯 灯光 电灯 | 스마트홈; 조명 전등 불
hotel accommodation stay | 酒店 住宿 旅馆 | 호텔 숙소 숙박
icon logo | 图标 标志 | 아이콘 로고
incident outage alert | 事故 宕机 | 사고 장애
influencer; instagram; tiktok; social_media | 网红; 照片墙; 抖音; 社交媒体 | 인플루언서; 인스타그램; 틱톡; 소셜미디어
infrastructure terraform | 基础设施 | 인프라 테라폼
install setup installation | 安装 | 설치
interview | 采访 访谈 | 인터뷰
joke humor funny | 笑话 幽默 | 농담 유머
kanban board | 看板 | 칸반 보드
keyboard; shortcut | 键盘; 快捷键 | 키보드; 단축키
knowledge wiki knowledge_base | 知识 知识库 | 지식 위키
label tag | 标签 | 라벨 태그
lead leads; crm; sales | 销售线索 线索; 客户管理; 销售 | 리드; 고객관리; 영업
letter mail email | 信 信件 写信 | 편지 서신
lighthouse web_vitals page_speed performance | 网页速度 打开太慢 | 페이지속도
local offline | 本地 | 로컬
lottery; luck | 彩票; 运气 | 복권; 행운
lyrics song | 歌词 歌曲 歌 | 가사 노래
mental therapy; anxiety; stress | 心理; 焦虑; 压力 | 심리; 불안; 스트레스
marketing advertising ads campaign | 营销 广告 推广 | 마케팅 광고 홍보
meditation mindfulness breathing | 冥想 正念 | 명상
memo sticky | 备忘录 | 메모장
mistake wrong incorrect | 错误 写错 有误 | 실수 잘못
model llm ai | 模型 大模型 人工智能 | 모델 인공지능
motivation inspire; quote | 激励 励志; 名言 | 동기부여; 명언
movie film cinema; tv show | 电影 影视; 电视剧 | 영화; 드라마
news headlines | 头条 资讯 | 뉴스 헤드라인 소식
nutrition protein | 营养 蛋白质 | 영양 단백질
obituary; birthday; anniversary | 讣告; 生日; 纪念日 | 부고; 생일; 기념일
offer letter proposal | 录用通知 提案 方案 | 제안서 제안
organize tidy sort | 整理 归档 | 정리 정돈
outfit wardrobe | 衣柜 | 옷장
package_tracking; parcel shipment; delivery tracking | 快递查询; 包裹; 追踪 | 배송조회 택배조회; 소포; 추적
paper academic arxiv citation | 论文 文献 学术 | 논문 학술 문헌
parking | 停车 | 주차
people person user | 人 | 사람
pet; dog; cat | 宠物; 狗; 猫 | 반려동물; 강아지; 고양이
playlist; spotify; music | 播放列表 歌单; ; 音乐 | 재생목록 플레이리스트; ; 음악
podcast | 播客 | 팟캐스트
poem poetry | 诗 诗歌 | 시 시가
polish rewrite improve humanize | 润色 改写 | 다듬기 고쳐쓰기
post publish share | 发布 发帖 分享 | 게시 공유 올리기
poster; banner | 海报; 横幅 | 포스터; 배너
prediction predict | 预测 | 예측
prescription medicine medication drug | 药 药物 处方 | 약 의약품 처방
print printer 3d | 打印 打印机 | 인쇄 프린터 출력
privacy personal_data | 隐私 | 개인정보 프라이버시
product; catalog; ecommerce; store | 产品 商品; 目录; 电商; 商店 | 상품 제품; 카탈로그; 전자상거래; 쇼핑몰
profit; revenue income | 利润; 收入 | 이익; 수익 매출 수입
project | 项目 | 프로젝트
proxy vpn | 代理服务器 翻墙 | 프록시 우회
qr qrcode qr_code | 二维码 | 큐알 큐알코드
reading reader read | 阅读 读 | 읽기 독서 읽어
record recorder recording | 录音 录制 录像 记录 | 녹음 녹화 기록
recommend recommendation suggest | 推荐 建议 | 추천 제안
refund; return | 退款; 退货 | 환불; 반품
reject decline refuse | 拒绝 | 거절 반려
remind reminder | 提醒 | 알림
remote ssh control | 远程 控制 遥控 | 원격 제어
reply respond response | 回复 | 답장 회신
restaurant dining; food_delivery | 餐厅 饭店; 外卖 | 식당 맛집; 배달음식
resize; crop | 缩放; 裁剪 | 크기조절; 자르기
robot; bot | 机器人; 机器人 | 로봇; 봇
route directions navigation | 路线 导航 | 경로 길찾기 내비게이션
run running jog | 跑步 | 달리기 조깅
save store keep | 保存 | 저장
scan scanner | 扫描 | 스캔 스캐너
school; university | 学校; 大学 | 학교; 대학교
science | 科学 | 과학
send deliver | 发送 寄 | 보내기 전송 보낼 발송
seo ranking keyword | 搜索引擎优化 | 검색엔진최적화 검색최적화
share_price; stock stocks equity; trading | 股价 行情; 股票 股市; 炒股 | 주가 시세; 주식 증권 증시; 매매
show display | 显示 展示 | 표시 보여
skill skills | 技能 | 스킬 기술
sleep | 睡眠 睡觉 | 수면
sms text_message | 短信 | 문자메시지 문자보내기
sport; football soccer; match | 体育; 足球; 比赛 | 스포츠; 축구; 경기
startup business_plan | 创业 商业计划 | 창업 스타트업 사업계획
stream live streaming | 直播 流媒体 | 방송 스트리밍 생방송
student teacher | 老师 教师 | 선생님 교사
sync synchronize | 同步 | 동기화
team collaboration | 团队 协作 | 팀 협업
text_to_speech tts read_aloud voice | 语音合成 朗读 文字转语音 转成语音 配音 | 음성합성 읽어주기 낭독 더빙
speech_to_text stt transcribe transcription | 语音转文字 语音识别 听写 | 음성인식 받아쓰기
think thinking reasoning | 思考 推理 | 생각 추론
thumbnail cover | 封面 缩略图 | 썸네일 섬네일
track tracker tracking | 跟踪 追踪 记录 | 추적 기록
trade trading exchange | 交易 买卖 | 거래 매매
traffic; flow | 交通; 流量 | 교통; 트래픽
trend trending hot | 趋势 热门 热搜 | 추세 인기 트렌드
upgrade migration migrate | 升级 迁移 | 업그레이드 마이그레이션 이전
video_editing clip | 视频剪辑 剪视频 | 영상편집 클립
virtual simulation simulate | 虚拟 仿真 | 가상 시뮬레이션
visualize visualization chart | 可视化 画图 | 시각화
voice_clone voice | 声音 嗓音 | 목소리
wallpaper background | 壁纸 背景 | 배경화면 배경
watermark | 水印 | 워터마크
weight_loss; diet; calorie | 减重 瘦身 减肥 胖 太胖; 饮食; 卡路里 | 체중감량 살빼기; 다이어트; 칼로리
wifi network internet | 无线网 网络 上网 | 와이파이 인터넷
woman; period; pregnancy | 女性; 经期 月经; 怀孕 孕期 | 여성; 생리; 임신 임산부
work; job; career | 工作; 工作 求职; 职业 | 업무 직장; 일자리; 경력
world global international | 世界 全球 国际 | 세계 국제
yoga stretch | 瑜伽 拉伸 | 요가 스트레칭
zip unzip archive | 解压 | 압축풀기
apple iphone ios ipad | 苹果 苹果手机 | 애플 아이폰 아이패드
android | 安卓 | 안드로이드
google | 谷歌 | 구글
gmail email | 谷歌邮箱 | 지메일
youtube video | 油管 | 유튜브
telegram | 电报 | 텔레그램
slack | | 슬랙
discord | | 디스코드
notion | | 노션
github git | | 깃허브 깃헙
wechat weixin | 微信 | 위챗
whatsapp | | 왓츠앱
twitter tweet x | 推特 推文 | 트위터 트윗
facebook | 脸书 | 페이스북
spotify | | 스포티파이
netflix | 网飞 | 넷플릭스
amazon | 亚马逊 | 아마존
microsoft office | 微软 | 마이크로소프트 오피스
excel xlsx spreadsheet | 表格文件 | 엑셀
word docx | | 워드
powerpoint pptx slides presentation | 幻灯片 | 파워포인트 피피티
kubernetes k8s | 集群 | 쿠버네티스
python | 蟒蛇 | 파이썬
javascript js node | | 자바스크립트 노드
typescript ts | | 타입스크립트
react | | 리액트
java spring | | 자바 스프링
linux shell bash terminal | 终端 | 리눅스 셸 쉘 터미널
postgresql postgres | | 포스트그레스
redis | | 레디스
mongodb mongo | | 몽고디비
obsidian | 黑曜石 | 옵시디언
zoom meeting | | 줌
paypal | 贝宝 | 페이팔
stripe payment | | 스트라이프
openai gpt chatgpt | | 챗지피티 오픈에이아이
claude anthropic | | 클로드
gemini | | 제미나이 제미니
tesla | 特斯拉 | 테슬라
bilibili | 哔哩哔哩 | 빌리빌리
douyin tiktok | 抖音 | 더우인
xiaohongshu rednote | 小红书 | 샤오홍슈
taobao alibaba | 淘宝 阿里巴巴 | 타오바오 알리바바
zhihu | 知乎 |
feishu lark | 飞书 | 라크
dingtalk | 钉钉 |
naver | | 네이버
kakao kakaotalk | | 카카오 카카오톡
korea korean seoul | 韩国 首尔 | 한국 서울
china chinese | 中国 | 중국
japan japanese tokyo | 日本 东京 | 일본 도쿄
america us american | 美国 | 미국
character letters glyph | 文字 字 字数 | 글자 글자수 문자
word_count count words | 字数 字数统计 | 글자수 단어수
table_of_contents toc outline | 目录 | 목차
cell row table | 单元格 行 | 셀 행
action_items todo task | 行动项 待办 | 할일 액션아이템
dead_code unused | 死代码 无用 未使用 | 안쓰는 미사용
bank_account iban | 银行卡号 | 계좌
version_bump release semver | 版本号 升版本 | 버전올리기
pull_request pr | 合并请求 | 풀리퀘스트
backup back_up restore | 备份 恢复 | 백업 복원 복구
log_in login sign_in authentication | 登录 登陆 | 로그인
sign_up register registration | 注册 | 가입 등록 회원가입
fill_in fill filler form | 填写 填表 填 | 작성 채우기 기입
clean_up cleanup tidy | 清理 | 정리
payoff repayment loan | 还清 还款 还多少 | 갚기 상환
polite courteous honorific | 礼貌 客气 敬语 | 공손한 정중하게 존댓말
readable format pretty | 易读 可读 | 가독성 보기좋게
contrast wcag accessibility | 对比度 | 명암비 대비
move transfer migrate convert | 移动 转移 | 옮기 옮기기 이동 이체
pick extract select | 挑选 选取 | 뽑기 뽑는 고르기 선택
change edit modify convert | 改变 更改 改成 换成 | 변경 바꾸 바꾸기 바꿔
fix repair debug solve | 修复 解决 修 | 고치기 수정 해결
measure metric | 测量 | 측정
compare versus | 比对 对比 | 비교하기
protect secure security | 保护 防护 | 보호
cheap discount coupon deal | 便宜 优惠 打折 优惠券 | 할인 쿠폰 저렴
watch monitor notify alert | 监视 盯 | 감시 모니터링
manage manager management | 管理 | 관리
spend spending expense | 支出 消费 开销 花费 | 지출 소비
keep maintain | 维护 保持 | 유지
add insert | 添加 增加 | 추가
live real_time realtime quote quotes | 实时 行情 | 실시간 시세
cashback rewards points | 返现 积分 | 적립 혜택 포인트
status state | 状态 动态 | 상태
control manage | 操控 | 제어
read | 阅读 | 읽기 읽어
run execute | 运行 执行 | 실행
build make | 搭建 | 제작
detect detection | 检测 识别 | 감지 탐지
download save | 下载 | 내려받기 다운받기
view see | 查看 | 보기 조회
open launch | 打开 启动 | 열기
close stop quit | 停止 关闭 戒 戒掉 | 중지 끊기
weed cannabis marijuana | 大麻 | 대마초
sms text_message imessage message | 短信 发短信 | 문자메시지 문자
arrival departure | 到站 到达 | 도착 출발
library | 库 图书馆 | 라이브러리 도서관
`;
