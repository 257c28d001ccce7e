import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';

const SHOWN_MS = 2000;

export function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <Button kind="link" onClick={() => void copy()}>
      {copied ? t('action.copied') : t('action.copy')}
    </Button>
  );
}
