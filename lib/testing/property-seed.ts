import fc from "fast-check";

const EVERYDAY_SEED = 20_261_121;

// A run that failed must fail again: properties draw the same values each time. `PROPERTY_SEED=N` draws others, and
// `npm run fuzz` never stops drawing new ones.
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  seed: Number(process.env["PROPERTY_SEED"] ?? EVERYDAY_SEED),
});
