// Loaded before commands that read the database (`--import`): the schema may have been pulled since its client
// was generated.
import { generateClient } from "./setup.mjs";

generateClient();
