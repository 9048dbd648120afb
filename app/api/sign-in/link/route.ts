export { linkSignedWallet as POST } from "@/lib/web/auth/link-signed-wallet";
