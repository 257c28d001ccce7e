import { useTranslation } from 'react-i18next';
import { SelectField } from '../../ui/choices.tsx';
import { TextArea, TextField } from '../../ui/fields.tsx';
import { humanised } from '../words.ts';
import styles from './new.module.css';
import { controlOf, type Raw, type Raws, rawDefault, type Schema } from './parameters.ts';

interface FieldsProps {
  properties: Readonly<Record<string, Schema>>;
  raws: Raws;
  errors: Readonly<Record<string, string>>;
  onRaw: (name: string, raw: Raw) => void;
}

/** A field for each parameter of the type, with the description from the service. */
export function ParameterFields({ properties, raws, errors, onRaw }: FieldsProps) {
  return (
    <div className={styles['fields']} data-bank>
      {Object.entries(properties).map(([name, schema]) => (
        <ParameterField
          key={name}
          name={name}
          schema={schema}
          raw={raws[name] ?? rawDefault(schema)}
          error={errors[name]}
          onRaw={(raw) => onRaw(name, raw)}
        />
      ))}
    </div>
  );
}

interface FieldProps {
  name: string;
  schema: Schema;
  raw: Raw;
  error: string | undefined;
  onRaw: (raw: Raw) => void;
}

function ParameterField({ name, schema, raw, error, onRaw }: FieldProps) {
  const { t } = useTranslation();
  const control = controlOf(schema);
  const label = t(`analysis.parameter.${name as 'top_n'}`, { defaultValue: humanised(name) });
  const valueName = (value: string) => t(`analysis.value.${value as 'category'}`, { defaultValue: humanised(value) });
  const shared = { label, hint: schema.description, error };
  switch (control.kind) {
    case 'choice':
      return (
        <SelectField
          {...shared}
          value={String(raw)}
          onValue={onRaw}
          choices={[
            ...(control.mayBeNull ? [{ value: '', label: t('list.none') }] : []),
            ...control.values.map((value) => ({ value, label: valueName(value) })),
          ]}
        />
      );
    case 'switch':
      return (
        <label className={styles['switch']}>
          <input
            type="checkbox"
            className="check"
            checked={raw === true}
            onChange={(event) => onRaw(event.currentTarget.checked)}
          />
          <div>
            {label}
            <span lang="en">{schema.description}</span>
          </div>
        </label>
      );
    case 'choices': {
      const chosen = raw as readonly string[];
      const toggle = (value: string) =>
        onRaw(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
      return (
        <fieldset className={styles['choices']}>
          <legend>{label}</legend>
          {schema.description !== undefined && <p lang="en">{schema.description}</p>}
          <div>
            {control.values.map((value) => (
              <label key={value}>
                <input
                  type="checkbox"
                  className="check"
                  checked={chosen.includes(value)}
                  onChange={() => toggle(value)}
                />
                {valueName(value)}
              </label>
            ))}
          </div>
          {error !== undefined && <span className="field-error">{error}</span>}
        </fieldset>
      );
    }
    case 'json':
      return <TextArea {...shared} value={String(raw)} onValue={onRaw} rows={3} spellCheck={false} />;
    default:
      return (
        <TextField
          {...shared}
          value={String(raw)}
          onValue={onRaw}
          inputMode={control.kind === 'number' && control.words.length === 0 ? 'decimal' : 'text'}
        />
      );
  }
}
