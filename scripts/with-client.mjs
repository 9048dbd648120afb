// Loaded before commands that read the database (`--import`): the schema may have been pulled since its client
// was generated.
import { generateSources } from "./setup.mjs";

generateSources();
