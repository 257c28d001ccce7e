import type { Choice } from './choices.tsx';
import { Field, useDescribed } from './fields.tsx';

interface NativeSelectProps {
  label: string;
  value: string;
  onValue: (value: string) => void;
  choices: readonly Choice[];
  hint?: string | undefined;
  error?: string | undefined;
  /** The label is only for screen readers, because a header or a row shows it. */
  bare?: boolean;
}

/** A native select, for tables with many of them. */
export function NativeSelect({ label, value, onValue, choices, hint, error, bare = false }: NativeSelectProps) {
  const { id, aria } = useDescribed({ error, hint });
  const select = (
    <select
      id={id}
      className="input"
      value={value}
      onChange={(event) => onValue(event.currentTarget.value)}
      {...(bare && { 'aria-label': label })}
      {...aria}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
  if (!bare)
    return (
      <Field id={id} label={label} error={error} hint={hint}>
        {select}
      </Field>
    );
  return (
    <>
      {select}
      {error !== undefined && (
        <span className="field-error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </>
  );
}
