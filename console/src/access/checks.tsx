import { useId } from 'react';
import styles from './access.module.css';

interface ChecksProps<Value extends string> {
  legend: string;
  values: readonly Value[];
  onValues: (values: Value[]) => void;
  choices: readonly { value: Value; text?: string }[];
  error?: string | undefined;
}

/** A list of checkboxes, each with a description. */
export function Checks<Value extends string>({ legend, values, onValues, choices, error }: ChecksProps<Value>) {
  const id = useId();
  const toggle = (value: Value) =>
    onValues(values.includes(value) ? values.filter((one) => one !== value) : [...values, value]);
  return (
    <fieldset className={styles['checks']} {...(error !== undefined && { 'aria-describedby': id })}>
      <legend className="field-label">{legend}</legend>
      {choices.map(({ value, text }) => (
        <label key={value}>
          <input type="checkbox" className="check" checked={values.includes(value)} onChange={() => toggle(value)} />
          <span>
            <code>{value}</code>
            {text !== undefined && <small>{text}</small>}
          </span>
        </label>
      ))}
      {error !== undefined && (
        <span className="field-error" id={id}>
          {error}
        </span>
      )}
    </fieldset>
  );
}
