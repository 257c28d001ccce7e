import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/** Decision 72 limits Mantine to components that float or move the focus, and to what these need. */
const COMPONENTS = ['Drawer', 'Menu', 'Modal', 'Popover', 'Select', 'Spotlight', 'Tabs', 'TagsInput', 'Tooltip'];
const NEEDED = ['createSpotlight', 'createTheme', 'MantineProvider'];

it('is used only for components that float or move the focus', () => {
  const sources = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname }).filter((file) => !file.endsWith('.test.ts'));
  const named = sources.flatMap((file) =>
    [
      ...readFileSync(path.join(import.meta.dirname, file), 'utf8').matchAll(
        /(?:import|export) \{([^}]+)\} from '@mantine\/\w+'/gu,
      ),
    ].flatMap(([, names = '']) => names.split(',').map((name) => name.trim())),
  );
  const values = named.filter((name) => name !== '' && !name.startsWith('type '));
  expect([...new Set(values)].toSorted()).toEqual([...COMPONENTS, ...NEEDED].toSorted());
});
