export { openMailedLink as GET } from "@/lib/auth/open-mailed-link";
