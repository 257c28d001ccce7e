import { Select, TagsInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Described, Field, useDescribed } from './fields.tsx';
import { ChevronDownIcon } from './icons.tsx';

export interface Choice {
  value: string;
  label: string;
}

interface Choosing extends Described {
  value: string;
  onValue: (value: string) => void;
  choices: readonly Choice[];
  /** Shown while nothing is chosen, which is an empty value. */
  placeholder?: string;
  icon?: ReactNode;
}

/** A searchable select. */
export function SelectField({ label, error, hint, value, onValue, choices, placeholder, icon }: Choosing) {
  const { id, aria } = useDescribed({ error, hint });
  return (
    <Field id={id} label={label} error={error} hint={hint}>
      <Select
        id={id}
        data={choices.map((choice) => ({ ...choice }))}
        value={value}
        placeholder={placeholder}
        onChange={(chosen) => chosen !== null && onValue(chosen)}
        allowDeselect={false}
        searchable={choices.length > 7}
        withCheckIcon={false}
        leftSection={icon}
        rightSection={<ChevronDownIcon size={14} />}
        comboboxProps={{ transitionProps: { duration: 0 }, zIndex: 400 }}
        {...aria}
      />
    </Field>
  );
}

interface Tags extends Described {
  values: readonly string[];
  onValues: (values: string[]) => void;
  placeholder: string;
  suggestions?: readonly string[];
  max: number;
}

export function TagsField({ label, error, hint, values, onValues, placeholder, suggestions = [], max }: Tags) {
  const { id, aria } = useDescribed({ error, hint });
  return (
    <Field id={id} label={label} error={error} hint={hint}>
      <TagsInput
        id={id}
        data={[...suggestions]}
        value={[...values]}
        onChange={onValues}
        maxTags={max}
        splitChars={[]}
        acceptValueOnBlur
        placeholder={values.length === 0 ? placeholder : ''}
        comboboxProps={{ transitionProps: { duration: 0 }, zIndex: 400 }}
        {...aria}
      />
    </Field>
  );
}
