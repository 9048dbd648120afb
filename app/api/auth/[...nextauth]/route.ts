export { answerNextAuth as GET, answerNextAuthPost as POST } from "@/lib/auth/answer-next-auth";
