export { confirmSignedWallet as POST } from "@/lib/auth/confirm-signed-wallet";
