import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Popover } from '../../ui/overlays.tsx';
import styles from './selection.module.css';

interface TypedValueProps {
  label: string;
  icon?: ReactNode;
  field: string;
  maxLength: number;
  suggestions?: readonly string[];
  /** Enter triggers the first one. */
  actions: readonly { label: string; needsValue?: boolean }[];
  onAct: (value: string, action: number) => void;
}

/** A text field with buttons for the actions on its value. */
export function TypedValue({ label, icon, field, maxLength, suggestions = [], actions, onAct }: TypedValueProps) {
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState('');
  const list = useId();
  const value = typed.trim();
  const act = (index: number) => {
    if (actions[index]?.needsValue === true && value === '') return;
    setOpened(false);
    setTyped('');
    onAct(value, index);
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="top"
      trapFocus
      transitionProps={{ duration: 0 }}
      returnFocus
      withRoles
    >
      <Popover.Target>
        <button type="button" onClick={() => setOpened(!opened)}>
          {icon} {label}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <form
          className={styles['typed']}
          onSubmit={(event) => {
            event.preventDefault();
            act(0);
          }}
        >
          <TextField
            label={field}
            value={typed}
            onValue={setTyped}
            maxLength={maxLength}
            list={list}
            autoComplete="off"
            data-autofocus
          />
          <datalist id={list}>
            {suggestions.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
          <div className={styles['choices']}>
            {actions.map(({ label: name, needsValue }, index) => (
              <Button
                key={name}
                type={index === 0 ? 'submit' : 'button'}
                disabled={needsValue === true && value === ''}
                {...(index > 0 && { onClick: () => act(index) })}
              >
                {name}
              </Button>
            ))}
          </div>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
