export { answerUsernameLookup as GET } from "@/lib/web/auth/answer-username-lookup";
