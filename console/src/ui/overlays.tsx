import { Drawer, Menu, Modal, Popover } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';

export { Menu, Popover };

interface OverlayProps {
  opened: boolean;
  onClose: () => void;
  /** The label of the close button. */
  closeLabel: string;
  children: ReactNode;
}

export function Dialog({
  opened,
  onClose,
  title,
  closeLabel,
  wide = false,
  children,
}: OverlayProps & { title: string; wide?: boolean }) {
  useReturnedFocus();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      centered
      size={wide ? 960 : 480}
      zIndex={300}
      closeButtonProps={{ 'aria-label': closeLabel }}
      overlayProps={{ color: 'var(--veil)', backgroundOpacity: 1 }}
      transitionProps={{ duration: 120, transition: 'fade' }}
    >
      {children}
    </Modal>
  );
}

/** Mantine returns the focus when a dialog closes, but not when it is removed while it is open. */
function useReturnedFocus(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    },
    [before],
  );
}

interface SidePanelProps extends Omit<OverlayProps, 'closeLabel'> {
  label: string;
  closeOnEscape: boolean;
}

/** A drawer from the right, 960 pixels wide, or full screen on phones. Its children provide their own header. */
export function SidePanel({ opened, onClose, label, closeOnEscape, children }: SidePanelProps) {
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      position="right"
      size={960}
      closeOnEscape={closeOnEscape}
      transitionProps={{ duration: 180, transition: 'slide-left' }}
    >
      <Drawer.Overlay color="var(--veil)" backgroundOpacity={1} />
      <Drawer.Content aria-label={label}>{children}</Drawer.Content>
    </Drawer.Root>
  );
}

/** The navigation drawer on phones. */
export function NavigationSheet({ opened, onClose, closeLabel, title, children }: OverlayProps & { title: string }) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={title}
      size={280}
      closeButtonProps={{ 'aria-label': closeLabel }}
      overlayProps={{ color: 'var(--veil)', backgroundOpacity: 1 }}
      transitionProps={{ duration: 180 }}
    >
      {children}
    </Drawer>
  );
}
