import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CloseIcon } from '../../ui/icons.tsx';
import { Popover } from '../../ui/overlays.tsx';
import styles from './filters.module.css';

interface ChipProps {
  /** The filter, such as "Category". */
  label: string;
  /** The beginning of the chip, such as "Category is". */
  start: string;
  shown: string;
  onRemove: () => void;
  /** Edits the values. */
  values: (close: () => void) => ReactNode;
}

/** A filter such as "Category is | Geography, Astronomy | ×". The middle edits it, the cross removes it. */
export function Chip({ label, start, shown, onRemove, values }: ChipProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <span className={styles['chip']}>
      <span className={styles['name']} aria-hidden="true">
        {start}
      </span>
      <Popover
        opened={opened}
        onChange={setOpened}
        position="bottom-start"
        trapFocus
        transitionProps={{ duration: 0 }}
        returnFocus
        withRoles
      >
        <Popover.Target>
          <button type="button" onClick={() => setOpened(!opened)}>
            <span className="visually-hidden">{start}</span> {shown}
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('list.value', { name: label })}>
          {values(() => setOpened(false))}
        </Popover.Dropdown>
      </Popover>
      <button type="button" aria-label={t('list.remove', { name: label })} onClick={onRemove}>
        <CloseIcon size={12} />
      </button>
    </span>
  );
}
