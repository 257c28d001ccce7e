import { Tooltip } from '@mantine/core';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';

type Kind = 'filled' | 'plain' | 'quiet' | 'link' | 'dashed' | 'danger';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: Kind;
  small?: boolean;
  /** The shortcut of the button. */
  hotkey?: string;
  icon?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({
  kind = 'plain',
  small = false,
  hotkey,
  icon,
  children,
  className = '',
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      className={`button ${className}`}
      data-kind={kind}
      data-size={small ? 'small' : undefined}
      {...rest}
    >
      {icon}
      {children}
      {hotkey !== undefined && <kbd aria-hidden="true">{hotkey}</kbd>}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'hotkey' | 'icon'> {
  /** The action of the button, for screen readers and the tooltip. */
  label: string;
  children: ReactNode;
}

export function IconButton({
  label,
  children,
  kind = 'quiet',
  small = false,
  className = '',
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip label={label} openDelay={400} events={{ hover: true, focus: true, touch: false }}>
      <button
        type="button"
        className={`button ${className}`}
        data-kind={kind}
        data-icon
        data-size={small ? 'small' : undefined}
        aria-label={label}
        {...rest}
      >
        {children}
      </button>
    </Tooltip>
  );
}
