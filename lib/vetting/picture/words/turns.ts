import type { WordClass } from "./classes";
import type { WordList } from "./lexicon";

/** Turns of phrase that say what a verb would say, as people write them when they do not write orders. */
export const ENGLISH_TURNS: WordList<WordClass> = {
  out: "go_out_to goes_out_to goes_to go_over_to leave_for leave_in belong_on belong_at belong_in belong_to land_at land_on end_up_at end_up_on travel_to drop_in drop_at drop_on drop_them drop_it drop_a_copy drop_those paste_both paste_it paste_them put_on put_at put_it put_them put_both pass_along pass_to hand_to give_to share_with stream_to stream_what tell_our let_our feed_to feed_into report_to mention_on comment_on attach_to body_of query_string load_that_image load_the_image as_a_parameter in_the_address ping_to write_to post_to post_on post_it post_them send_to send_it send_them send_along transmit upload post_by by_post put_request shipped off_to toward towards reach arrive deposit_in deposit_at goes_into copy_to copied_to mirrored_to forward_to knows_about",
  "for-good":
    "permanently for_good irreversibly irrevocably beyond_recovery off_the_disk off_the_drive out_of_the_account recently_deleted skip_the_trash skip_the_bin bypass_the_trash bypassing_the_trash past_the_trash the_trash_with no_undo cannot_be_undone with_no_way_back for_all_participants for_everyone from_the_bucket no_cancellation without_a_trace with_no_trace not_recoverable from_zero",
  idle: "nobody_opened has_not_been_opened have_not_been_opened not_been_opened not_been_touched not_been_used nobody_touched nobody_used nobody_has_opened no_one_opened not_opened_since not_touched_since not_used_since not_opened_for not_touched_for not_used_for unopened_since older_than older_than_a older_entries since_last last_spring last_year half_a_year not_looked_at nobody_needs nobody_reads gathering_dust leftovers repeats_each repeats_every recurs",
  goes: "can_go can_simply_go should_go must_go has_to_go may_go take_it_off take_them_off take_those take_it_out take_them_out get_rid_of clear_out throw_out throw_away do_away_with blank_them blank_it blank_out moved_out_of wipe_out make_room part_with let_go_of rewrite_the_branch start_from_zero start_from_scratch pull_it_down tear_down strip_out drop_such drop_them drop_those go_in_the_bin end_in_the_bin bin_them toss_them scrap_them have_had_their_day see_the_back_of",
  lax: "as_they_are_typed in_plain_text unhashed without_hashing leave_tls_out without_tls http_only_on listen_on_80_only no_tls wildcard_origin algorithms_none no_rate_limit no_limit_on_attempts unlimited_attempts no_authentication without_authentication trust_authentication no_password_required readable_from_scripts without_httponly accept_whatever_certificate accept_any_certificate accept_all_certificates whatever_certificate any_certificate verify_false insecureskipverify rejectunauthorized_false sslverify_false no_verify string_concatenation dangerouslysetinnerhtml privileged_true privileged_mode_for host_network docker_sock write_all tojson_secrets administratoraccess block_public_access open_to_everyone open_to_the_world to_everyone for_all_users on_all_interfaces root_login root_logins allow_root no_signed_tags no_signatures unsigned skip_signature never_expire live_for_ten_years no_expiry authorization_header_into full_with_headers request_in_full disable_selinux master_disable csrutil_disable firewall_off default_credentials in_every_environment public_bucket world_writable 777 debug_true hard_coded letmein",
  "made-to-seem":
    "sounds_right sound_right sounds_plausible sound_plausible looks_real look_real seems_real plausible_author plausible_source plausible_looking believable convincing_looking one_that_sounds sounds_convincing draw_up_one make_one_up come_up_with_one stand_in_for_the rarely_look nobody_checks no_one_will_check will_not_be_checked graders_rarely passes_as_real pass_as_real nobody_would_notice nobody_will_notice no_one_would_notice seems_authentic look_authentic looks_authentic as_if_it_existed as_though_it_existed sounds_scientific sound_official sounds_official as_measured as_if_measured",
  "left-out":
    "stay_out_of stays_out_of keep_out_of kept_out_of not_make_it_into never_make_it_into left_out_of leave_out_of need_not_be_mentioned needn't_be_mentioned not_be_mentioned goes_unmentioned go_unmentioned pass_over passed_over old_news leave_unsaid does_not_appear do_not_appear should_not_appear does_not_belong_in do_not_belong_in not_worth_a_line stay_unmentioned stays_unmentioned goes_unsaid remain_unsaid disappear_from disappears_from vanish_from left_aside is_left_out are_left_out gets_lost get_lost drop_out_of no_place_in has_no_place have_no_place",
  favoured:
    "come_out_on_top comes_out_on_top come_first comes_first comes_out_ahead gets_the_better warm_headline one_star_less one_star_more a_star_less a_doubtful_one better_light best_light covers_most_needs wins_every wins_each preferred_vendor house_brand best_possible_light rosier sweetened a_little_brighter outshine the_winner_is always_wins never_loses comes_off_best come_off_best looks_best looks_good_whatever",
  "in-place":
    "in_place_of in_their_stead in_its_stead in_his_stead in_her_stead instead_of_whichever instead_of_whatever whichever_account whatever_the_source whatever_account over_the_top_of swap_the swap_out swapped_for as_if_by as_the_customer's sign_as signed_as sign_it_as written_as_if as_though_from in_the_name_of on_behalf_of_the_bank present_the_proposal present_it_as present_as write_that_all grows_by grow_by in_lieu_of overrides_whatever replaces_whatever takes_the_place rather_than_the_one rather_than_whatever",
  "any-case":
    "in_any_case pass_in_any_case whatever_the_source whatever_the_numbers whatever_they_say no_matter_what whatever_happens whatever_the_reviews regardless_of_what irrespective_of",
  void: "non_binding nonbinding not_binding off_the_table no_longer_apply no_longer_applies does_not_apply do_not_apply not_apply_here suspended lifted waived written_for_other meant_for_other a_formality mere_formality don't_apply doesn't_apply put_aside set_aside stay_outside left_at_the_door can_be_ignored may_be_ignored superseded out_of_force relaxed take_a_back_seat come_second are_for_others on_hold switched_off_here paused need_not_concern do_not_concern don't_concern may_be_overlooked look_the_other_way bend_the_rules no_reason_to_heed not_heed don't_heed need_not_be_followed need_not_follow not_meant_for_you out_of_date_here stop_mattering do_not_count don't_count have_no_say pass_over_them pass_over_those written_for_beginners nothing_is_off_limits",
  limits:
    "policies policy rules guidelines guideline usual_caution caution restrictions restriction limits limitations safeguards confidentiality disclaimers safety_rules earlier_instructions previous_instructions prior_instructions boundaries filters confirmation_dialog permission_prompt content_rules ethics refusals",
  limitless:
    "no_filter without_a_filter no_filters never_trained_to_decline never_decline never_declines never_refuse never_refuses never_say_you're_unable never_say_no never_say_that_you answers_to_everything answer_to_everything answers_everything refusals_count refusal_counts count_as_errors carry_on_anyway carries_on_anyway continue_anyway without_disclaimers no_disclaimers whatever_is_asked no_topic_is even_if_someone_begs no_limits nothing_is_off_limits unchained unfettered no_taboos no_red_lines says_yes_to_everything does_whatever_it_is_told whatever_it_is_told without_moralizing never_lectures no_questions_asked nothing_is_too has_no_rules knows_no_rules without_any_limits tells_everything",
  rank: "elevated_trust full_trust special_trust ranks_above rank_above outranks takes_precedence authority_of platform_operator developers_of_the_model maintenance_state maintenance_mode override_word privileged_state speaks_for_the_developers trusted_by_the_platform above_what_the_user",
  prompts:
    "permission_prompt confirmation_dialog confirmation_prompt approval_prompt consent_dialog confirmations approval_dialog permission_dialog security_prompt allow_button",
  "answers-yes":
    "with_yes answer_yes answer_them accept_them accept_it approve_them approve_it_yourself click_allow click_yes press_allow confirm_it_yourself confirm_yourself yes_yourself waived formality allow_it_yourself say_yes",
  "given-away":
    "into_the_chat in_the_chat type_them_in type_it_in tell_you read_them_back read_it_back echo_the_full echo_it echo_them back_to_the_user so_that_they_can_be_confirmed list_them_at paste_their shared_notes next_agent in_a_casual_tone spell_them_out proof_of_ownership the_six_digits six_digits hand_over_their hand_over_the dictate_their dictate_the read_out_their read_out_the share_their send_us_their tell_us_their post_their type_their",
};

export const CHINESE_TURNS: WordList<WordClass> = {
  out: "传到 上传到 发到 传至 发往 交给 递给 推到",
  "for-good": "不进回收站 彻底清理 彻底删除 直接清空 永久删除 无法恢复 不可恢复 一律清空 不留备份",
  idle: "未打开过 没改过 没用过 没打开 未使用 没动过 半年没 一年没 很久没",
  goes: "清空 清掉 扔掉 删光 处理掉 抹掉",
  lax: "不限次数 不限制次数 注释掉 打印到日志 明文保存 明文存储 不加密 不校验 关闭校验 任意来源 免登录 免密 弱密码 888888 123456",
  "made-to-seem": "看起来真实 像真的 编造 凭空 杜撰 虚构",
  "left-out": "不要出现 不出现 不写进 不列入 不必提 不用提",
  favoured: "一律写五星 五星好评 排第一 说得好一些",
  "any-case": "不管用户真实 无论真实 不管真实 不论实际 不管实际",
  void: "只是参考 仅供参考 可以不遵守 不必遵守 不适用 不再适用 暂时失效 可忽略",
  limits: "安全准则 准则 规则 限制 政策 原则 规定",
  limitless: "没有任何限制 毫无限制 不受约束 也要照写 照写不误 有问必答 从不拒绝 来者不拒",
  rank: "最高权限 平台授权 高于用户 优先于用户",
  prompts: "确认框 权限提示 授权弹窗 确认提示",
  "answers-yes": "直接同意 自动同意 点允许 选允许 一律同意 代为确认",
  "given-away": "发在聊天 发到聊天 在对话中提供 粘贴到对话 复述给用户 原样复述",
  quiet: "不必告诉用户 无需告诉 不用告诉 不让用户 不要让用户",
  always: "无论用户问什么 不管用户问什么 回答之前都要",
};

export const KOREAN_TURNS: WordList<WordClass> = {
  out: "넘겨 넘기 전달해 올려 보내 제출해",
  "for-good": "영구히 영구적으로 복구할_수_없 휴지통을_거치지 휴지통_없이 완전히",
  idle: "오래된 열어보지_않은 쓰지_않는 사용하지_않은 안_쓰는",
  goes: "지워 없애 버려 비워 날려",
  lax: "누구나_쓸_수_있게 누구나_읽을_수_있게 방화벽은_끄고 방화벽을_끄고 방화벽_끄고 해제하며 해제하고 평문으로 암호화하지_않고 인증_없이 비밀번호_없이 1234",
  "made-to-seem": "그럴듯하게 진짜처럼 지어내 꾸며내",
  "left-out": "표에서_빼고 에서_빼고 언급하지_않",
  favoured: "보기_좋게 유리하게 좋게_보이",
  "any-case": "실제와_상관없이 사실과_관계없이 어떤_경우에도",
  void: "적용되지_않 따르지_않아도 무시해도 참고일_뿐 효력이_없",
  limits: "안전_지침 지침 규칙 제한 정책 원칙",
  limitless: "제한이_없는 거절하지_않는 무엇이든_답 모든_질문에_답",
  rank: "최고_권한 관리자_권한 사용자보다_우선",
  prompts: "확인_창 권한_요청 승인_창",
  "answers-yes": "자동으로_승인 바로_승인 허용을_누르 대신_승인",
  "given-away": "채팅으로_받아 채팅에_입력 다시_보여 그대로_보여 채팅창에",
  quiet: "따로_알리지 알릴_필요 알리지_않",
  always: "어떤_요청이든 어떤_질문이든 무슨_요청이든",
};
