import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextArea } from '../../../ui/fields.tsx';
import styles from './comments.module.css';
import { completeName, type Named, suggest, typedName } from './mentions.ts';

interface MentionFieldProps {
  label: string;
  value: string;
  onValue: (value: string) => void;
  people: readonly Named[];
  /** Called with a person whose name was chosen from the list. */
  onChoose: (id: string) => void;
}

const MAX_COMMENT_LENGTH = 4000;

/** The text of a comment. After "@", it suggests people. */
export function MentionField({ label, value, onValue, people, onChoose }: MentionFieldProps) {
  const { t } = useTranslation();
  const list = useId();
  const [caret, setCaret] = useState<number>();
  const [active, setActive] = useState(0);
  const typed = caret === undefined ? undefined : typedName(value, caret);
  const suggested = typed === undefined ? [] : suggest(people, typed);
  const place = Math.min(active, suggested.length - 1);
  const close = () => setCaret(undefined);
  const choose = ({ id, name }: Named) => {
    onValue(completeName(value, caret ?? value.length, name).slice(0, MAX_COMMENT_LENGTH));
    onChoose(id);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = suggested[place];
    if (chosen === undefined) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setActive((place + step + suggested.length) % suggested.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(chosen);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles['mentioning']}>
      <TextArea
        label={label}
        value={value}
        onValue={onValue}
        rows={3}
        maxLength={MAX_COMMENT_LENGTH}
        onKeyDown={onKeyDown}
        onSelect={({ currentTarget: { selectionStart: start, selectionEnd: end } }) => {
          setCaret(start === end ? start : undefined);
          setActive(0);
        }}
        onBlur={close}
        ownsEscape={suggested.length > 0}
        {...(suggested.length > 0 && {
          'aria-autocomplete': 'list',
          'aria-controls': list,
          'aria-activedescendant': `${list}-${place}`,
        })}
      />
      {suggested.length > 0 && (
        <ul id={list} role="listbox" aria-label={t('comments.people')} className={styles['people']}>
          {suggested.map((person, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which keeps the focus
            // biome-ignore lint/a11y/useFocusableInteractive: the field names the active one
            <li
              key={person.id}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === place}
              onMouseDown={(event) => event.preventDefault()} // the field keeps the focus
              onClick={() => choose(person)}
            >
              {person.name}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
