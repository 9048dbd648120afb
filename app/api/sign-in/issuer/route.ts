export { startIssuer as GET } from "@/lib/web/auth/start-issuer";
