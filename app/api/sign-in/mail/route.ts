export { openMailedLink as GET } from "@/lib/web/auth/open-mailed-link";
