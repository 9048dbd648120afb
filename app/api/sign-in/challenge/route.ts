export { issueSignInChallengeCookie as POST } from "@/lib/auth/issue-sign-in-challenge-cookie";
