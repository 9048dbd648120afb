export { linkSignedWallet as POST } from "@/lib/web/auth/confirm-signed-wallet";
