export { issueSignInChallengeCookie as POST } from "@/lib/web/auth/issue-sign-in-challenge-cookie";
