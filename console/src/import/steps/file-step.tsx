import { useMutation } from '@tanstack/react-query';
import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../i18n/format.ts';
import problem from '../../states/problem.module.css';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { ErrorShape, ImportIcon } from '../../ui/icons.tsx';
import styles from '../import.module.css';
import { textOfClipboard } from '../paste/clipboard.ts';
import { openSource, setWizard } from '../wizard.ts';

/** The default of `IMPORT_MAX_MB`. The service reports a smaller limit itself. */
const MAX_BYTES = 256 * 2 ** 20;
const SAMPLE = `question_text,correct_answer,category,difficulty,topic_focus,incorrect_answer_1,incorrect_answer_2,explanation
Which planet is closest to the Sun?,Mercury,Astronomy,Basic,Planets,Venus,Mars,It takes 88 days for one orbit.
What is the chemical symbol for gold?,Au,Science,Basic,Chemistry,Ag,Go,
`;

type Rejection = { kind: 'tooLarge' | 'empty'; file: File };

export function FileStep() {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isOver, setIsOver] = useState(false);
  const [rejection, setRejection] = useState<Rejection>();
  const { mutate } = useMutation({
    mutationFn: openSource,
    onSuccess: () => setWizard({ step: 'map' }),
  });
  const take = (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > MAX_BYTES) setRejection({ kind: 'tooLarge', file });
    else if (file.size === 0) setRejection({ kind: 'empty', file });
    else mutate(file);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files[0]);
  };
  /** Word's plain text has neither the numbers of its lists nor the bold of its answers. */
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const pasted = textOfClipboard(event.clipboardData.getData('text/html'));
    if (pasted === undefined) return;
    event.preventDefault();
    event.currentTarget.setRangeText(
      pasted,
      event.currentTarget.selectionStart,
      event.currentTarget.selectionEnd,
      'end',
    );
    setText(event.currentTarget.value);
  };
  return (
    <div className={styles['step']}>
      {rejection !== undefined && <Rejected {...rejection} />}
      <section
        className={styles['drop']}
        data-over={isOver || undefined}
        aria-label={t('import.file.drop')}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={onDrop}
      >
        <ImportIcon size={28} />
        <h2>{t('import.file.drop')}</h2>
        <p>{t('import.file.formats')}</p>
        <input
          ref={input}
          type="file"
          hidden
          onChange={(event) => {
            take(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
        <Button kind="filled" onClick={() => input.current?.click()}>
          {t('import.file.choose')}
        </Button>
        <a href={`data:text/csv;charset=utf-8,${encodeURIComponent(SAMPLE)}`} download="questions.csv">
          {t('import.file.sample')}
        </a>
      </section>
      <form
        className={styles['paste']}
        onSubmit={(event) => {
          event.preventDefault();
          take(new File([text], t('import.file.pasted'), { type: 'text/plain' }));
        }}
      >
        <h2>{t('import.file.or')}</h2>
        <TextArea
          label={t('import.file.paste')}
          hint={t('import.file.pasteHint')}
          value={text}
          onValue={setText}
          onPaste={onPaste}
          rows={6}
          spellCheck={false}
        />
        <Button type="submit">{t('import.file.usePaste')}</Button>
      </form>
    </div>
  );
}

function Rejected({ kind, file }: Rejection) {
  const { t } = useTranslation();
  const values = { name: file.name, size: formatBytes(file.size), max: formatBytes(MAX_BYTES) };
  return (
    <div className={problem['note']} role="alert">
      <ErrorShape />
      <div>
        <strong>{t(`import.file.${kind}`)}</strong>
        <p>{t(`import.file.${kind}Fix`, values)}</p>
      </div>
    </div>
  );
}
