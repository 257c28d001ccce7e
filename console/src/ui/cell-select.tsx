import { Select } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Choice } from './choices.tsx';
import { ChevronDownIcon } from './icons.tsx';

interface CellSelectProps {
  label: string;
  value: string;
  choices: readonly Choice[];
  icon?: ReactNode;
  onChoose: (value: string) => void;
  onCancel: () => void;
}

/** A select that opens at once, in place of the value it changes. */
export function CellSelect({ label, value, choices, icon, onChoose, onCancel }: CellSelectProps) {
  const input = useRef<HTMLInputElement>(null);
  // Opened as if by a click, because a list that is initially open does not know the current value.
  useEffect(() => {
    input.current?.focus();
    input.current?.click();
  }, []);
  return (
    <Select
      ref={input}
      aria-label={label}
      data={choices.map((choice) => ({ ...choice }))}
      value={value}
      onOptionSubmit={onChoose}
      onBlur={onCancel}
      onKeyDown={(event) => {
        if (event.key === 'Escape' || event.key === 'Tab') onCancel();
      }}
      allowDeselect={false}
      withCheckIcon={false}
      leftSection={icon}
      rightSection={<ChevronDownIcon size={14} />}
      comboboxProps={{ transitionProps: { duration: 0 }, zIndex: 400, width: 'max-content', position: 'bottom-start' }}
    />
  );
}
