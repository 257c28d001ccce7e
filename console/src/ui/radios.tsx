import { useId } from 'react';
import styles from './radios.module.css';

interface RadiosProps<Value extends string> {
  legend: string;
  value: Value;
  onValue: (value: Value) => void;
  choices: readonly { value: Value; label: string; text?: string }[];
}

/** A few choices, each with a description. */
export function Radios<Value extends string>({ legend, value, onValue, choices }: RadiosProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles['radios']}>
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value} data-chosen={choice.value === value || undefined}>
          <input type="radio" name={name} checked={choice.value === value} onChange={() => onValue(choice.value)} />
          <span>
            {choice.label}
            {choice.text !== undefined && <small>{choice.text}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
