import fc from 'fast-check';

// The gate tries the same random values every time, so that it only fails because of a change. The release check tries
// new ones; a failure prints the seed, and PROPERTY_SEED=… repeats it.
const seed = process.env['PROPERTY_SEED'] ?? '1';
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) });
