import { useTranslation } from 'react-i18next';
import { Radios } from '../../ui/radios.tsx';
import { type Settings, setSettings } from '../wizard.ts';

const POLICIES = ['skip', 'update', 'create', 'reject'] as const;

export function DuplicateChoice({ settings }: { settings: Settings }) {
  const { t } = useTranslation();
  return (
    <Radios
      legend={t('import.options.duplicates')}
      value={settings.on_duplicate}
      onValue={(on_duplicate) => setSettings({ on_duplicate })}
      choices={POLICIES.map((value) => ({
        value,
        label: t(`import.options.${value}`),
        text: t(`import.options.${value}Text`),
      }))}
    />
  );
}
