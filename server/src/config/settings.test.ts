import { describe, expect, it } from 'vitest';
import { settings } from './settings.ts';

describe('settings', () => {
  it('each have their own variable and a description', () => {
    const all = Object.values(settings);
    expect(new Set(all.map((setting) => setting.variable)).size).toBe(all.length);
    for (const { variable, meaning } of all) {
      expect(variable).toMatch(/^[A-Z][A-Z_]*[A-Z]$/u);
      expect(meaning).toMatch(/^[A-Z].*\.$/u);
    }
  });
});
