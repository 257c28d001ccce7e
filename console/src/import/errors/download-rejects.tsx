import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { quaestor } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { saveReply } from '../../ui/download.ts';
import { DownloadIcon } from '../../ui/icons.tsx';

/** Downloads the rejected rows in the format of the file, to fix and import again. */
export function DownloadRejects({ id, count }: { id: string; count: number }) {
  const { t } = useTranslation();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => saveReply(await quaestor.imports.rejects(id), `rejects-${id}`),
  });
  return (
    <Button small icon={<DownloadIcon size={14} />} disabled={isPending} onClick={() => mutate()}>
      {t('import.check.download', { count })}
    </Button>
  );
}
