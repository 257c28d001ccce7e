#!/usr/bin/env node
import { existsSync } from 'node:fs';

// A clone has the sources, so `npx quaestor` needs no build there; the package has only the bundle.
const source = new URL('../src/main.ts', import.meta.url);
await import(existsSync(source) ? source.href : '../dist/quaestor.js');
