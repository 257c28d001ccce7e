import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

/** Shades 6 and 8 are the fills of the two themes. The others only have to exist. */
const accent: MantineColorsTuple = [
  ...(['#ecf0fd', '#d6dffa', '#b3c3f5', '#9ab3ff', '#6b8cf0', '#4068dc'] as const),
  ...(['#2b53c6', '#2245a8', '#2b53c6', '#1a3371'] as const),
];

export const theme = createTheme({
  colors: { accent },
  primaryColor: 'accent',
  primaryShade: 8,
  autoContrast: true,
  fontFamily: '"Inter Variable", system-ui, sans-serif',
  fontFamilyMonospace: '"JetBrains Mono Variable", ui-monospace, monospace',
  defaultRadius: 6,
  cursorType: 'pointer',
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '14px', xl: '15px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '20px', xl: '22px' },
  respectReducedMotion: true,
  // Mantine's initial focus target is not a menu item, which is invalid in a menu, so the first item gets the focus
  // instead.
  components: { Menu: { defaultProps: { withInitialFocusPlaceholder: false } } },
});

/** Mantine's variables refer to our tokens, so that one file defines both themes. */
export const variables: CSSVariablesResolver = () => {
  const both = {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-bright': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-3)',
    '--mantine-color-placeholder': 'var(--text-3)',
    '--mantine-color-anchor': 'var(--accent-text)',
    '--mantine-color-error': 'var(--error)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--sunken)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--border-soft)',
    '--mantine-color-disabled': 'var(--sunken)',
    '--mantine-color-disabled-color': 'var(--text-3)',
    '--mantine-color-disabled-border': 'var(--line)',
    '--mantine-color-accent-filled': 'var(--accent)',
    '--mantine-color-accent-filled-hover': 'var(--accent-hover)',
    '--mantine-color-accent-light': 'var(--soft)',
    '--mantine-color-accent-light-hover': 'var(--soft)',
    '--mantine-color-accent-light-color': 'var(--accent-text)',
    '--mantine-color-accent-outline': 'var(--accent-text)',
    '--mantine-primary-color-filled': 'var(--accent)',
    '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
    '--mantine-primary-color-light': 'var(--soft)',
    '--mantine-primary-color-light-color': 'var(--accent-text)',
    '--mantine-primary-color-contrast': '#ffffff',
  };
  return { variables: {}, light: both, dark: both };
};
