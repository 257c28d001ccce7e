import { type ReactNode, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckIcon, CloseIcon } from './icons.tsx';
import styles from './toasts.module.css';

interface Toast {
  id: number;
  text: string;
  action?: ReactNode;
}

/** Long enough to read and to reach. Toasts never contain information that is shown nowhere else. */
const SHOWN_MS = 8000;
const listeners = new Set<() => void>();
/** The newest only: several would cover what they are about. */
let current: Toast | undefined;
let lastId = 0;

function set(next: Toast | undefined): void {
  current = next;
  for (const listener of listeners) listener();
}

function dismiss(id: number): void {
  if (current?.id === id) set(undefined);
}

export function showToast(text: string, action?: ReactNode): void {
  lastId += 1;
  const id = lastId;
  set({ id, text, action });
  setTimeout(() => dismiss(id), SHOWN_MS);
}

export function Toasts() {
  const { t } = useTranslation();
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
  return (
    <div className={styles['toasts']} data-screen role="status" aria-live="polite">
      {shown !== undefined && (
        <div key={shown.id} className={styles['toast']}>
          <CheckIcon />
          <span>{shown.text}</span>
          {shown.action}
          <button type="button" aria-label={t('action.close')} onClick={() => dismiss(shown.id)}>
            <CloseIcon />
          </button>
        </div>
      )}
    </div>
  );
}
