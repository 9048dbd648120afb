export { linkSignedWallet as POST } from "@/lib/auth/link-signed-wallet";
