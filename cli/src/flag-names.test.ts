import { expect, it } from 'vitest';
import { withFlagNames } from './flag-names.ts';

it.each([
  [
    'Use an existing category, map the name with `category_map`, or create it with `create_categories=true`.',
    'Use an existing category, map the name with `--map-category`, or create it with `--create-categories`.',
  ],
  [
    'Remove the item, or import with `on_duplicate=skip`, `update` or `create`.',
    'Remove the item, or import with `--on-duplicate skip`, `update` or `create`.',
  ],
  [
    'Give a value for all of them: defaults={"difficulty":1}.',
    'Give a value for all of them: `--default difficulty=1`.',
  ],
  [
    'GET /imports/{id}/reports says why. Fix them, or import the others with mode=valid_only.',
    'The reports say why. Fix them, or import the others with `--mode valid_only`.',
  ],
  ['A sentence that names no option.', 'A sentence that names no option.'],
])('%s', (message, expected) => {
  expect(withFlagNames(message)).toBe(expected);
});
