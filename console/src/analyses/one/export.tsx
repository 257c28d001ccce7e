import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Analysis } from '../../../../client/src/index.ts';
import { quaestor } from '../../api/client.ts';
import { inLanguage } from '../../i18n/sentences.ts';
import { Button } from '../../ui/button.tsx';
import { downloadFrom } from '../../ui/download.ts';
import { DownloadIcon } from '../../ui/icons.tsx';
import { Menu } from '../../ui/overlays.tsx';
import { showToast } from '../../ui/toasts.tsx';

/** 200,000 rows. For more, use the API. */
const MAX_PAGES = 200;
const PAGE_SIZE = 1000;

/** The downloads of a result. Plots have their own menus. */
export function Export({ analysis: { id, analysis_type: type } }: { analysis: Analysis }) {
  const { t } = useTranslation();
  const csv = useMutation({
    mutationFn: () => readCsv(id),
    onSuccess: (text) => save(text, `${type}.csv`),
    onError: () => showToast(t('analysis.exportFailed')),
  });
  return (
    <Menu position="bottom-end" width={220} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button icon={<DownloadIcon />}>{t('analysis.export')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => csv.mutate()}>{t('analysis.exportCsv')}</Menu.Item>
        <Menu.Item component="a" href={`/analysis/${id}`} download={`${type}.json`}>
          {t('analysis.exportJson')}
        </Menu.Item>
        <Menu.Item component="a" href={inLanguage(`/analysis/${id}/report`)} target="_blank" rel="noreferrer">
          {t('analysis.exportReport')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Joins all pages into one table; every page has the same header. */
async function readCsv(id: string): Promise<string> {
  let text = '';
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = { limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) };
    const response = await quaestor.analysis.itemsCsv(id, query);
    const part = await response.text();
    text += page === 0 ? part : part.slice(part.indexOf('\n') + 1);
    const next = /[?&]cursor=(?<cursor>[^&>]+)[^>]*>;\s*rel="?next/u.exec(response.headers.get('link') ?? '');
    cursor = next?.groups?.['cursor'] === undefined ? undefined : decodeURIComponent(next.groups['cursor']);
    if (cursor === undefined) break;
  }
  return text;
}

function save(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  downloadFrom(address, name);
  URL.revokeObjectURL(address);
}
