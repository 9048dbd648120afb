export { answerNextAuth as GET, answerNextAuthPost as POST } from "@/lib/web/auth/answer-next-auth";
