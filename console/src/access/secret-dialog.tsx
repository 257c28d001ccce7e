import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/overlays.tsx';
import styles from './access.module.css';

interface SecretProps {
  title: string;
  text: string;
  /** The label of the field. */
  label: string;
  secret: string;
  onClose: () => void;
}

/** Shows a secret once: after the dialog is closed, it cannot be shown again. */
export function SecretDialog({ title, text, label, secret, onClose }: SecretProps) {
  const { t } = useTranslation();
  return (
    <Dialog opened onClose={onClose} title={title} closeLabel={t('action.close')}>
      <div className={styles['form']}>
        <p>{text}</p>
        <div className={styles['secret']}>
          <code role="textbox" aria-readonly="true" aria-label={label} tabIndex={0}>
            {secret}
          </code>
          <CopyButton text={secret} />
        </div>
        <div className={styles['buttons']}>
          <Button kind="filled" onClick={onClose}>
            {t('access.stored')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
