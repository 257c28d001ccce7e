import type { InputHTMLAttributes } from 'react';
import { type ReactNode, type TextareaHTMLAttributes, useId } from 'react';

export interface Described {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
}

/** The attributes that connect an input with its label, hint and error for screen readers. */
export function useDescribed({ error, hint }: { error?: string | undefined; hint?: string | undefined }) {
  const id = useId();
  const described = [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(
    (part) => part !== false,
  );
  return {
    id,
    aria: {
      'aria-invalid': error !== undefined,
      ...(described.length > 0 && { 'aria-describedby': described.join(' ') }),
    },
  };
}

export function Field({ id, label, error, hint, children }: Described & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children}
      {error !== undefined && (
        <span className="field-error" id={`${id}-error`}>
          {error}
        </span>
      )}
      {hint !== undefined && (
        <span className="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}

type Text = Described & { value: string; onValue: (value: string) => void };

export function TextField({
  label,
  error,
  hint,
  value,
  onValue,
  ...rest
}: Text & Omit<InputHTMLAttributes<HTMLInputElement>, 'value'>) {
  const { id, aria } = useDescribed({ error, hint });
  return (
    <Field id={id} label={label} error={error} hint={hint}>
      <input
        id={id}
        className="input"
        value={value}
        onChange={(event) => onValue(event.currentTarget.value)}
        {...aria}
        {...rest}
      />
    </Field>
  );
}

/** With `ownsEscape`, Escape does not close the drawer around it. */
export function TextArea({
  label,
  error,
  hint,
  value,
  onValue,
  ownsEscape = false,
  ...rest
}: Text & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'value'> & { ownsEscape?: boolean }) {
  const { id, aria } = useDescribed({ error, hint });
  return (
    <Field id={id} label={label} error={error} hint={hint}>
      <textarea
        id={id}
        className="input"
        value={value}
        onChange={(event) => onValue(event.currentTarget.value)}
        {...aria}
        {...rest}
        data-mantine-stop-propagation={ownsEscape || undefined}
      />
    </Field>
  );
}
