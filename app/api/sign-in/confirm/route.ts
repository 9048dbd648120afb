export { confirmSignedWallet as POST } from "@/lib/web/auth/confirm-signed-wallet";
