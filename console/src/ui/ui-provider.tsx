import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/Tabs.layer.css';
import '@mantine/core/styles/Tooltip.layer.css';
import '@mantine/spotlight/styles.layer.css';
import '@fontsource-variable/inter/wght.css';
import './tokens.css';
import './base.css';
import './kit.css';
import './print.css';
import { type MantineColorScheme, type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { onAppearance, readAppearance } from './appearance.ts';
import { giveNonce, readNonce } from './nonce.ts';
import { theme, variables } from './theme.ts';

giveNonce();

/**
 * Mantine reads the chosen colour scheme before it renders; a forced one would apply only after a flash of the
 * system's.
 */
function chosenColours(): MantineColorSchemeManager {
  const read = (): MantineColorScheme => {
    const { theme: chosen } = readAppearance();
    return chosen === 'system' ? 'auto' : chosen;
  };
  let stop = () => {};
  return {
    get: read,
    set: () => {}, // only `setAppearance` changes it
    clear: () => {},
    subscribe: (onUpdate) => {
      stop = onAppearance(() => onUpdate(read()));
    },
    unsubscribe: () => stop(),
  };
}

const colours = chosenColours();

export function UiProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      getStyleNonce={readNonce}
      defaultColorScheme="auto"
      colorSchemeManager={colours}
    >
      {children}
    </MantineProvider>
  );
}
