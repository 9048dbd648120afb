export { putSignInQuestion as POST } from "@/lib/auth/put-sign-in-question";
