export { openMailedLink as GET } from "@/lib/web/auth/mailed-links";
